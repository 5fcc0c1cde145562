import { expect, test } from "@/e2e/fixtures/test";

const INVALID_DELIVERIES = [
  ["unsigned", "Unsigned", /no signature and no shared secret/],
  ["wrong-signature", "Wrong secret", /doesn’t match any configured secret/],
  ["altered", "Body altered", /doesn’t match its signature/],
  ["late", "Timestamp too old", /more than 5 minutes ago/],
] as const;

test("lists each delivery with its result and the reason, without a reload", async ({
  signInAs,
  sandbox,
  webhooksPage,
}) => {
  await signInAs("auditor");
  await webhooksPage.open();
  for (const [kind, verdict, reason] of INVALID_DELIVERIES) {
    const { delivery } = await sandbox.sendWebhook(kind, {
      eventType: "files",
      data: { link: `https://x/${kind}` },
    });
    expect(delivery.attempts.map(({ status }) => status)).toEqual([401]);
    const row = webhooksPage.rows.first();
    await expect(row).toContainText(verdict);
    await row.getByRole("link").click();
    await expect(webhooksPage.entry()).toContainText(reason);
    await expect(webhooksPage.entry()).toContainText("Rejected. No action was taken.");
    await expect(webhooksPage.reprocess).toHaveCount(0);
    await webhooksPage.open();
  }
});

test("stores and shows an unknown event, and counts a duplicate once", async ({
  signInAs,
  sandbox,
  webhooksPage,
}) => {
  await signInAs("admin");
  await webhooksPage.open();
  const { delivery } = await sandbox.sendWebhook("doubled", { eventType: "cards", note: "hello there" });
  const row = webhooksPage.row(delivery.id);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Unrecognized event");
  await expect(row).toContainText("1 ×");
  await row.getByRole("link").click();
  await expect(webhooksPage.entry()).toContainText("hello there");
  await webhooksPage.reprocess.click();
  await expect(webhooksPage.entry()).toContainText("The delivery was stored; no action was taken.");
});

test("an unmatched event can be matched manually", async ({
  page,
  signInAs,
  sandbox,
  reportsPage,
  webhooksPage,
}) => {
  test.setTimeout(180_000);
  await signInAs("admin");
  // The issuer rejects the request, but an event can still be matched to it.
  await sandbox.addFault({ path: "/files/", fault: { type: "status", status: 400 } });
  await reportsPage.open();
  await expect(await reportsPage.request("Cardholder fees")).toContainText("Failed");
  const { delivery } = await sandbox.sendWebhook("valid");
  await webhooksPage.open();
  const row = webhooksPage.row(delivery.id);
  await expect(row).toContainText("Unmatched");
  await row.getByRole("link").click();
  await webhooksPage.entry().getByLabel("Report request").selectOption({ index: 1 });
  await webhooksPage.entry().getByRole("button", { name: "Match" }).click();
  await expect(webhooksPage.entry()).toContainText("The delivery contained a report’s download link.");
  // The link's host isn't allowed, so it isn't opened, and the report says so.
  await webhooksPage.entry().getByRole("link", { name: "Open report" }).click();
  await expect(page.getByText(/so it wasn’t opened|isn’t an allowed host/).first()).toBeVisible();
});
