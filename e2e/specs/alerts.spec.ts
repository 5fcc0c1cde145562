import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expectAccessible, expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { type DashboardOnPostgres, startOnPostgres } from "@/e2e/fixtures/dashboard-on-postgres";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";

type Received = { headers: Record<string, string>; body: string };

let dashboard: DashboardOnPostgres;
let hook: string;
const received: Received[] = [];
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
  response.end();
});

// The stack is there before the dashboard, which uses its sandbox.
test.beforeAll(async ({ stack: _ }) => {
  test.setTimeout(180_000);
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/cardwell`;
  dashboard = await startOnPostgres({ ALERT_HOSTS: new URL(hook).host });
});
test.afterAll(async ({ sandbox }) => {
  await sandbox.clearFaults();
  await dashboard.stop();
  receiver.close();
});

const titles = () => received.map(({ body }) => JSON.parse(body).data.title);

/** Lets ten minutes pass for what is seen or over, and the next look begin. */
async function passTime(): Promise<void> {
  await dashboard.database.query(
    `update alerts set first_seen_at = first_seen_at - interval '10 minutes',
       good_since = good_since - interval '10 minutes' where cleared_at is null`,
  );
  await dashboard.database.query("update alert_watch set checked_at = '-infinity'");
}

test("an admin adds a signed webhook, tests it, and is told that the issuer fails and recovers", async ({
  browser,
  sandbox,
}) => {
  const context = await browser.newContext({ baseURL: dashboard.origin });
  await signInWithRole(context.request, "admin");
  const page = await context.newPage();
  await page.goto("/settings/alerts");
  const channels = page.getByRole("region", { name: "Channels" });
  const alerts = page.getByRole("region", { name: "Open and recent" });
  await expect(channels).toContainText("No channels yet");

  await page.getByRole("button", { name: "Add channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("On call");
  await dialog.getByRole("textbox", { name: "URL" }).fill("http://hooks.example.com/cardwell");
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(dialog.getByText("Must use https.")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "URL" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "URL" }).fill("https://169.254.169.254/latest");
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(dialog).toContainText("Points to a private network");
  await dialog.getByRole("textbox", { name: "URL" }).fill(hook);
  const everything = dialog.getByRole("checkbox", { name: "Everything" });
  await everything.uncheck();
  await expect(dialog.getByRole("checkbox", { name: "Audit log altered" })).toBeChecked();
  await expectAccessible(page);
  await everything.check();
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(dialog).toContainText("It won’t be shown again");
  const secret = await dialog.getByRole("code").innerText();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("button", { name: "Copy secret" })).toBeVisible();
  await dialog.getByRole("button", { name: "I’ve stored it" }).click();
  await expect(channels).toContainText(`Signed webhook to ${new URL(hook).host}. Gets everything.`);

  await channels.getByRole("button", { name: "Test On call" }).click();
  await expect(page.getByText("The receiver answered 200.", { exact: true })).toBeVisible();
  await expect.poll(titles).toContain("Test alert");
  const { headers, body } = received.find((one) => one.body.includes("alert.test")) as Received;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "alert.test" });

  await sandbox.addFault({ times: 100_000, fault: { type: "status", status: 503 } });
  await expect(async () => {
    await passTime();
    await expect(alerts).toContainText("Issuer unreachableOpen", { timeout: 11_000 });
  }).toPass();
  await expect.poll(titles).toContain("Issuer unreachable");
  await expectAccessibleEverywhere(page);

  await sandbox.clearFaults();
  await expect(async () => {
    await passTime();
    await expect(alerts).toContainText("Issuer unreachableAll clear", { timeout: 11_000 });
  }).toPass();
  await expect.poll(titles).toContain("All clear: Issuer unreachable");
  expect(titles().filter((title) => title === "Issuer unreachable")).toHaveLength(1);

  await channels.getByRole("button", { name: "Actions for On call" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
  await dialog.getByRole("button", { name: "Remove channel" }).click();
  await expect(channels).toContainText("No channels yet");
  await context.close();
});
