import { randomUUID } from "node:crypto";
import { expect, test } from "@/e2e/fixtures/test";
import { CreateCardPage } from "@/e2e/pages/create-card-page";

const newCustomerId = () => `cust_${randomUUID()}`;

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

test("shows the issuer's rejection at the field that it names", async ({ page, createCardPage, sandbox }) => {
  const customerId = newCustomerId();
  await createCardPage.open();
  await createCardPage.fillAll(
    { kind: "consumer", customerId, applicantId: "applicant-unverified-1" },
    { type: "virtual" },
  );
  for (const [applicantId, message] of [
    ["applicant-mismatch-1", "The applicant is not verified by the KYC provider."],
    ["applicant-fine", "The submitted KYC data does not match the verified applicant."],
  ] as const) {
    await createCardPage.issue.click();
    await expect(createCardPage.field("KYC applicant ID")).toBeFocused();
    await expect(createCardPage.form.getByText(message, { exact: true })).toBeVisible();
    await expect(createCardPage.alert).toContainText("The issuer rejected the request");
    await createCardPage.field("KYC applicant ID").fill(applicantId);
    await createCardPage.step("Review").click();
  }
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
  expect((await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId)).toHaveLength(1);
  await page.goto("/audit?action=draft.save");
  await expect(page.getByText("Save card draft")).toHaveCount(0);
});

test("finds and shows the one card if the response is lost after it was created", { tag: "@full" }, async ({
  page,
  createCardPage,
  sandbox,
}) => {
  const customerId = newCustomerId();
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId }, { type: "virtual" });
  await sandbox.addFault({ method: "POST", path: "/cards/", times: 1, fault: { type: "commit-then-drop" } });
  await createCardPage.issue.click();
  await expect(createCardPage.unknown).toBeVisible({ timeout: 30_000 });
  await expect(createCardPage.issue).toHaveCount(0);
  await page.reload();
  await expect(createCardPage.issued).toBeVisible({ timeout: 45_000 });
  expect((await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId)).toHaveLength(1);
});

test("reports at once that nothing was changed if the issuer is rate limiting", async ({
  page,
  createCardPage,
  sandbox,
}) => {
  const customerId = newCustomerId();
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId }, { type: "virtual" });
  const fault = { type: "status", status: 429, retryAfterSeconds: 1 } as const;
  await sandbox.addFault({ method: "POST", path: "/cards/", times: 1, fault });
  await createCardPage.issue.click();
  await expect(createCardPage.alert).toContainText("Nothing was changed");
  await page.reload();
  await createCardPage.waitForStep("Review");
  await expect(page.getByText(customerId, { exact: true })).toBeVisible();
});

test("keeps the input while the issuer is down, and one more click issues one card", {
  tag: "@full",
}, async ({ page, createCardPage, sandbox }) => {
  test.setTimeout(150_000);
  const customerId = newCustomerId();
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId }, { type: "virtual" });
  const fault = { type: "status", status: 503 } as const;
  await sandbox.addFault({ method: "POST", path: "/cards/", times: 1, fault });
  await createCardPage.issue.click();
  // Another attempt is offered only once the server has verified that there is no card.
  await expect(createCardPage.unknown).toBeVisible();
  await expect(createCardPage.issue).toHaveCount(0);
  await expect(createCardPage.alert).toContainText("The issuer didn’t process this request", {
    timeout: 90_000,
  });
  await page.reload();
  await createCardPage.waitForStep("Review");
  await expect(page.getByText(customerId, { exact: true })).toBeVisible();
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
  expect((await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId)).toHaveLength(1);
});

test("a double click in two tabs issues one card, and both tabs show it", async ({
  page,
  createCardPage,
  sandbox,
  context,
}) => {
  const customerId = newCustomerId();
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId }, { type: "virtual" });
  await expect(createCardPage.draftSaved).toBeVisible();
  const other = new CreateCardPage(await context.newPage());
  await other.page.goto(page.url());
  await other.waitForStep("Review");
  await Promise.all([createCardPage.issue.dblclick(), other.issue.dblclick()]);
  await expect(createCardPage.issued).toBeVisible();
  await expect(other.issued).toBeVisible();
  expect((await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId)).toHaveLength(1);
  // The draft's URL keeps showing the outcome.
  await page.reload();
  await expect(createCardPage.issued).toBeVisible();
});

test("a tab with an outdated draft doesn't overwrite the newer one, and says so", async ({
  page,
  createCardPage,
  context,
}) => {
  /** Waits for the response to the save that contains this text. */
  const typeAndSave = async (tab: CreateCardPage, name: string, text: string) => {
    const saved = tab.page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes(text)),
    );
    await tab.field(name).fill(text);
    await saved;
  };
  const notice = (tab: CreateCardPage) => tab.page.getByText("This draft was changed in another tab");

  await createCardPage.open();
  await createCardPage.form.getByRole("radio", { name: /^Consumer/ }).check();
  await typeAndSave(createCardPage, "KYC applicant ID", "applicant-old");
  const other = new CreateCardPage(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.page.getByText("Connected", { exact: true })).toBeAttached();
  await typeAndSave(other, "KYC applicant ID", "applicant-corrected");

  await typeAndSave(createCardPage, "KYC applicant ID", "applicant-older");
  await expect(notice(createCardPage)).toBeVisible();
  await expect(createCardPage.draftSaved).toHaveCount(0);
  await page.getByRole("button", { name: "Load newer draft" }).click();
  await expect(createCardPage.field("KYC applicant ID")).toHaveValue("applicant-corrected");
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
  await expect(notice(createCardPage)).toHaveCount(0);

  await typeAndSave(createCardPage, "KYC applicant ID", "applicant-newest");
  await typeAndSave(other, "KYC applicant ID", "applicant-mine");
  await other.page.getByRole("button", { name: "Keep my version" }).click();
  await expect(notice(other)).toHaveCount(0);
  await expect(other.draftSaved).toBeVisible();
  await page.reload();
  await expect(createCardPage.field("KYC applicant ID")).toHaveValue("applicant-mine");
});
