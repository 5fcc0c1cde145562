import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";

const READY_TIMEOUT = { timeout: 90_000 };

test.afterEach(async ({ sandbox }) => {
  await sandbox.clearDisagreements();
});

test("shows how a file's columns are understood, refuses a wrong choice, and keeps each version", async ({
  page,
  sandbox,
  signInAs,
  reportsPage,
}) => {
  test.setTimeout(240_000);
  const day = addDays(toIsoDate(new Date()), -2);
  await sandbox.addDisagreement({ kind: "other-column-names", day });
  await signInAs("finance");
  await reportsPage.open();
  await expect(await reportsPage.request("Daily settlement")).toContainText("Ready", READY_TIMEOUT);

  await page.goto("/reconciliation/columns");
  await expect(page.getByText("This file was understood.")).toBeVisible(READY_TIMEOUT);
  await expectAccessibleEverywhere(page);

  const file = page.getByRole("combobox", { name: "File" });
  await file.selectOption({ index: 0 });
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
  await expect(page.getByText("This file was understood.")).toBeVisible();
  const form = page.getByRole("form", { name: "Columns" });
  const save = form.getByRole("button", { name: "Save columns" });
  const amount = form.getByRole("combobox", { name: "Billed amount" });
  const merchant = form.getByRole("combobox", { name: "Merchant (optional)" });
  const recognized = await amount.inputValue();
  await amount.selectOption(await merchant.inputValue());
  await expect(form.getByRole("table")).toContainText("Not understood");
  await expect(save).toBeDisabled();
  await expectAccessibleEverywhere(page);

  await amount.selectOption(recognized);
  await expect(form.getByRole("table")).not.toContainText("Not understood");
  await merchant.selectOption("");
  await save.click();
  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions.getByRole("listitem")).toHaveText([/^Version 1 \(current\) Tomasz Lis/]);
  await expect(page.getByText("This file was understood.")).toBeVisible(READY_TIMEOUT);

  await form.getByRole("button", { name: "Use what is recognized" }).click();
  await expect(versions.getByRole("listitem").first()).toContainText("As recognized");
  await expect(merchant).not.toHaveValue("");

  await signInAs("auditor");
  await page.goto("/reconciliation/columns");
  await expect(amount).toBeDisabled();
  await expect(save).toBeHidden();
});
