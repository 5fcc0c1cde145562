import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { Sandbox } from "@/e2e/fixtures/sandbox";
import { startSandboxProcess } from "@/e2e/fixtures/sandbox-process";
import { SandboxHomePage } from "@/e2e/pages/sandbox-home-page";
import { DEMO_API_KEY } from "@/lib/domain/settings/sandbox-defaults";

let server: Awaited<ReturnType<typeof startSandboxProcess>>;
let sandbox: Sandbox;
test.beforeAll(async () => {
  server = await startSandboxProcess();
  sandbox = new Sandbox({ url: server.url, apiKey: DEMO_API_KEY });
});
test.afterAll(() => server.stop());

const problems: string[] = [];
let home: SandboxHomePage;
test.beforeEach(async ({ page, context }) => {
  problems.length = 0;
  page.on("pageerror", ({ message }) => problems.push(message));
  // Blocked by the page's own policy, for example.
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("Failed to load resource"))
      problems.push(message.text());
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  home = new SandboxHomePage(page);
  await page.goto(server.url);
});
test.afterEach(() => expect(problems).toEqual([]));

test("shows calls as they come in, with what they changed", async () => {
  await expect(home.connection).toHaveText("Live");
  await expect(home.keyField).toHaveValue(DEMO_API_KEY);
  await expect(home.world).toContainText("420");
  const card = await sandbox.issueCard({ holder: "Ada Lovelace", spendLimit: 100 });
  const issued = home.request(/POST.*cards\/201/);
  await expect(issued).toContainText(/card ….{8} issued: ACTIVE, USD 100\.00/);
  await issued.locator("summary").press("Enter");
  await expect(issued.getByRole("region", { name: "Request body" })).toContainText('"firstName": "Ada"');
  await expect(issued.getByRole("region", { name: "Response body" })).toContainText(card.id);

  await sandbox.authorize(card.id, 12.5);
  await expect(home.request("/sandbox/authorizations")).toContainText("USD 100.00 → USD 87.50 and 1 more");
  await expect(issued.getByRole("region", { name: "Response body" }), "stays open").toBeVisible();
  await expect(issued.locator("summary")).toBeFocused();
});

test("names the fault of a call that was dropped, and lists the faults that are left", async ({
  request,
}) => {
  await sandbox.addFault({ path: "/card-design/", times: 2, fault: { type: "commit-then-drop" } });
  await expect(home.faults).toContainText("commit-then-dropAny method /card-design/next 2 calls");
  const headers = { "x-payments-api-key": DEMO_API_KEY };
  await expect(request.get(`${server.url}/api/v1/merchant/card-design/`, { headers })).rejects.toThrow();
  await expect(home.request("Dropped")).toContainText("Fault: commit-then-drop");
  await expect(home.faults).toContainText("next call");
});

test("names the story whose data it has, and keeps what is short above the requests", async ({
  page,
  request,
}) => {
  await home.openWorld("sk_sandbox_story");
  const story = new Sandbox({ url: server.url, apiKey: "sk_sandbox_story" });
  const headers = { "x-payments-api-key": "sk_sandbox_story" };
  await request.post(`${server.url}/sandbox/story`, { headers, data: { story: "a-quiet-month" } });
  await expect(home.world).toContainText("StoryA quiet month, finished");
  for (let count = 0; count < 60; count++) await story.listCards();
  await expect(home.request("/cards/").nth(59)).toBeAttached();
  const tops = [home.faults, home.webhooks, home.requests].map(
    async (section) => (await section.boundingBox())?.y ?? 0,
  );
  const [faults = 0, webhooks = 0, requests = 0] = await Promise.all(tops);
  expect(faults).toBeLessThan(webhooks);
  expect(webhooks).toBeLessThan(requests);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_800);
  await story.reset({ scenario: "empty" });
  await expect(home.world).not.toContainText("A quiet month");
});

test("its commands work as they are copied", async () => {
  await home.openWorld("sk_sandbox_commands");
  await expect(home.world).toContainText("commands");
  for (const [endpoint, change] of [
    ["Create card", "issued: ACTIVE"],
    ["Freeze or unfreeze card", "ACTIVE → FROZEN"],
    ["Request settlement file", "report daily of"],
  ] as const) {
    const before = await home.rowsOf(home.requests).count();
    const command = await home.copyCommand(endpoint);
    expect(command).toContain("x-payments-api-key: sk_sandbox_commands");
    const answer = JSON.parse(execFileSync("sh", ["-c", command], { encoding: "utf8" }));
    expect(answer).not.toHaveProperty("code");
    await expect(home.rowsOf(home.requests)).toHaveCount(before + 1);
    await expect(home.rowsOf(home.requests).first()).toContainText(change);
  }
  await expect(home.webhooks).toContainText("file.readyWaiting0 attempts");
});

test("each key opens its own world, which the tab remembers", async ({ page }) => {
  await home.openWorld("sk_sandbox_first");
  await expect(home.world).toContainText("first");
  await expect(home.requests).toContainText("No requests yet");
  const first = new Sandbox({ url: server.url, apiKey: "sk_sandbox_first" });
  await first.advanceClock(7_200);
  await expect(home.world).toContainText("2 h ahead");
  await expect(home.rowsOf(home.requests)).toHaveCount(1);
  await page.reload();
  await expect(home.keyField).toHaveValue("sk_sandbox_first");
  await expect(home.rowsOf(home.requests)).toHaveCount(1);
  await home.requests.getByRole("button", { name: "Clear" }).click();
  await expect(home.requests).toContainText("No requests yet");

  await home.openWorld("Not A Key");
  await expect(page.getByRole("alert")).toContainText("Not a valid key");
  await expect(home.keyField).toBeFocused();
  await expect(home.requests).toBeHidden();
});

test("is accessible in both themes, wide and narrow", async ({ page }) => {
  await sandbox.addFault({ path: "/nothing/", fault: { type: "drop" } });
  const card = await sandbox.issueCard({});
  await sandbox.getCard(card.id);
  await expect(home.request(`/cards/${card.id}/`)).toBeVisible();
  await home.request("issued").first().locator("summary").click();
  await home.endpoints.locator("summary").first().click();
  await expectAccessibleEverywhere(page);
  await home.openWorld("wrong");
  await expect(page.getByRole("alert")).toContainText("Not a valid key");
  await expectAccessibleEverywhere(page);
});

test("doesn't show a key that is the sandbox's own", async ({ page }) => {
  const own = await startSandboxProcess({ SANDBOX_API_KEY: "a-secret" });
  await page.goto(own.url);
  await expect(home.keyField).toHaveValue("");
  await expect(home.requests).toBeHidden();
  await home.openWorld("a-secret");
  await expect(home.connection).toHaveText("Live");
  await home.openWorld("a-secret/team");
  await expect(home.world).toContainText("team");
  await own.stop();
  await expect(home.connection).toHaveText("Not reachable. Retrying…");
});
