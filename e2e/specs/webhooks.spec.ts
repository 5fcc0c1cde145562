import { expect, test } from "@/e2e/fixtures/test";

const FORGERIES = [
  ["unsigned", "Unsigned", /no signature and no shared secret/],
  ["wrong-signature", "Wrong secret", /doesn’t match any configured secret/],
  ["altered", "Body altered", /doesn’t match its signature/],
  ["late", "Timestamp too old", /more than 5 minutes ago/],
] as const;

test("every delivery is listed with its verdict and why, as it comes", async ({
  enter,
  sandbox,
  webhooksPage,
}) => {
  await enter("auditor");
  await webhooksPage.open();
  for (const [kind, verdict, why] of FORGERIES) {
    const { delivery } = await sandbox.sendWebhook(kind, {
      eventType: "files",
      data: { link: `https://x/${kind}` },
    });
    expect(delivery.attempts.map(({ status }) => status)).toEqual([401]);
    const row = webhooksPage.rows.first();
    await expect(row).toContainText(verdict);
    await row.getByRole("link").click();
    await expect(webhooksPage.entry()).toContainText(why);
    await expect(webhooksPage.entry()).toContainText("Rejected. No action was taken.");
    await expect(webhooksPage.processAgain).toHaveCount(0);
    await webhooksPage.open();
  }
});

test("an event of unknown shape is kept and shown, and one that comes twice counts once", async ({
  enter,
  sandbox,
  webhooksPage,
}) => {
  await enter("admin");
  await webhooksPage.open();
  const { delivery } = await sandbox.sendWebhook("doubled", { eventType: "cards", note: "hello there" });
  const row = webhooksPage.row(delivery.id);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Unrecognized event");
  await expect(row).toContainText("1 ×");
  await row.getByRole("link").click();
  await expect(webhooksPage.entry()).toContainText("hello there");
  await webhooksPage.processAgain.click();
  await expect(webhooksPage.entry()).toContainText("The delivery was stored; no action was taken.");
});

test("an event that names nobody's request is matched by hand", async ({
  page,
  enter,
  sandbox,
  reportsPage,
  webhooksPage,
}) => {
  test.setTimeout(180_000);
  await enter("admin");
  // The issuer refuses the request: it has failed, and an event may still be matched to it.
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
  // Its link leads elsewhere: it is not followed, and the report says so.
  await webhooksPage.entry().getByRole("link", { name: "Open report" }).click();
  await expect(page.getByText(/so it wasn’t opened|isn’t an allowed host/).first()).toBeVisible();
});
