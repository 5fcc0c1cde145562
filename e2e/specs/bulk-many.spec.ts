import { randomUUID } from "node:crypto";
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { type Dashboard, startDashboard } from "@/e2e/fixtures/dashboard";
import { sized } from "@/e2e/fixtures/proof-size";
import { Sandbox } from "@/e2e/fixtures/sandbox";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { recordTried } from "@/e2e/fixtures/tried";
import { waitForIndex } from "@/e2e/fixtures/wait-for-index";
import { RunPage } from "@/e2e/pages/run-page";
import { signIn, type Visitor } from "@/scripts/prove/visitor";

/** Cards that the run freezes, at least. */
const CARDS = sized(100, 1_200);
/** Of both types and in every status; two of three match the filter. */
const PROGRAM = { scenario: "scale", cards: sized(200, 2_000), transactions: 0 } as const;
const FILTER = "type=virtual";
/** As fast as the machine is. */
const CARDS_PER_SECOND = "1000";
/** One of so many cards is refused by the issuer, and as many have each of the colleague's fates. */
const ONE_OF = 15;
const ALWAYS = 1_000_000;

type Statuses = Map<string, string>;
type ChangedCard = { previousStatus: string | null; card: { status: string } };

test.describe.configure({ mode: "serial" });

let dashboard: Dashboard;
let sandbox: Sandbox;
let runPath: string;
/** What each card must be once the run is undone. */
let undone: Statuses;

test.beforeAll(async () => {
  const apiKey = `sk_sandbox_bulk-many-${Date.now()}`;
  sandbox = new Sandbox({ url: process.env.E2E_SANDBOX_URL ?? "", apiKey });
  await sandbox.reset(PROGRAM);
  dashboard = await startDashboard({
    env: {
      SANDBOX_API_KEY: apiKey,
      BULK_CARDS_PER_SECOND: CARDS_PER_SECOND,
    },
  });
});
test.afterAll(() => dashboard?.stop());

/** By the issuer's own records. */
async function readStatuses(): Promise<Statuses> {
  return new Map((await sandbox.allCards()).map(({ id, status }) => [id, status]));
}

async function openAsManager(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: dashboard.origin });
  await signInWithRole(context.request, "manager");
  return context.newPage();
}

/** What became of each card, by the file that people download. */
async function readResult(request: APIRequestContext): Promise<Map<string, string>> {
  const response = await request.get(`/api${runPath}/export`);
  const rows = parse(await response.text(), { columns: true, bom: true }) as Record<string, string>[];
  const outcomes = new Map(rows.map(({ card_id = "", outcome = "" }) => [card_id, outcome]));
  expect(outcomes.size).toBe(rows.length);
  return outcomes;
}

/** Changes one card as its own page does. */
async function change(colleague: Visitor, action: string, input: object): Promise<ChangedCard> {
  const result = await colleague.act<ChangedCard>(action, randomUUID(), input);
  if (!result.ok) throw new Error(`${action} was refused: ${result.error.message}`);
  return result.data;
}

const freeze = (colleague: Visitor, cardId: string) =>
  change(colleague, "freezeCard", { cardId, freeze: true });

/** Once the run has frozen it, and naming the freeze that the colleague saw. */
async function unfreeze(colleague: Visitor, cardId: string): Promise<void> {
  await expect(async () => {
    const response = await colleague.get(`/api/cards/${cardId}/status`);
    const { status, readAt } = await response.json();
    expect(status).toBe("FROZEN");
    await change(colleague, "freezeCard", { cardId, freeze: false, seen: { status, readAt } });
  }).toPass();
}

test("freezes many cards by filter while a colleague works on some of them", { tag: "@full" }, async ({
  browser,
}) => {
  const before = await readStatuses();
  const matching = (await sandbox.allCards()).filter(({ cardType }) => cardType === "virtual");
  const active = matching.filter(({ status }) => status === "ACTIVE").map(({ id }) => id);
  expect(active.length).toBeGreaterThanOrEqual(CARDS);
  const every = (offset: number) => active.filter((_, index) => index % ONE_OF === offset);
  const [refused, blocked, unfrozen, again] = [every(2), every(5), every(8), every(11)];
  // The run begins with the newest cards, so it comes to these last.
  const early = every(13).slice(-5);
  for (const id of refused)
    await sandbox.addFault({
      method: "PUT",
      path: `/cards/${id}/freeze/`,
      times: ALWAYS,
      fault: { type: "status", status: 400 },
    });

  const page = await openAsManager(browser);
  await page.goto("/cards");
  await waitForIndex(page.request);
  await page.goto(`/cards?${FILTER}`);
  await page.getByRole("checkbox", { name: "Select page" }).check();
  const count = matching.length.toLocaleString("en-US");
  await page.getByRole("button", { name: `Select all ${count} that match` }).click();
  await page.getByRole("button", { name: "Freeze selected…", exact: true }).click();
  const run = new RunPage(page);
  const planned = active.length.toLocaleString("en-US");
  await expect(run.heading).toHaveText(`Freeze ${planned} of ${count} cardsNot started`);
  runPath = new URL(page.url()).pathname;
  const colleague = await signIn(dashboard.origin, "admin");
  await run.start();

  const frozenByColleague = new Set<string>();
  for (const id of early) {
    const { previousStatus } = await freeze(colleague, id);
    if (previousStatus === "ACTIVE") frozenByColleague.add(id);
  }
  expect(frozenByColleague.size).toBeGreaterThan(0);
  // In the order of the run, so that the colleague is never far from it.
  for (const id of active) {
    if (blocked.includes(id)) await change(colleague, "blockCard", { cardId: id, reason: "lost" });
    if (unfrozen.includes(id) || again.includes(id)) await unfreeze(colleague, id);
    if (!again.includes(id)) continue;
    await freeze(colleague, id);
    frozenByColleague.add(id);
  }
  await run.waitForFinished();
  await sandbox.clearFaults();

  const result = await readResult(page.request);
  expect([...result.keys()].sort()).toEqual(matching.map(({ id }) => id).sort());
  const idsOf = (outcome: string) => [...result].filter(([, is]) => is === outcome).map(([id]) => id);
  const [done, failed, skipped] = [idsOf("Done"), idsOf("Failed"), idsOf("Skipped")];
  expect(done.length + failed.length + skipped.length).toBe(matching.length);
  const inactive = matching.filter(({ status }) => status !== "ACTIVE").map(({ id }) => id);
  expect(skipped.sort()).toEqual(inactive.sort());
  expect(failed).toEqual(expect.arrayContaining(refused));
  expect(failed.filter((id) => !refused.includes(id) && !blocked.includes(id))).toEqual([]);
  await expect(run.progress).toContainText(`${done.length.toLocaleString("en-US")} of ${count} cards frozen`);

  const untouched = [...refused, ...unfrozen];
  const frozen = active.filter((id) => !untouched.includes(id) && !blocked.includes(id));
  const expected = new Map([
    ...before,
    ...frozen.map((id) => [id, "FROZEN"] as const),
    ...blocked.map((id) => [id, "BLOCKED"] as const),
  ]);
  expect(await readStatuses()).toEqual(expected);
  for (const [id, outcome] of result) recordTried(`${outcome.toLowerCase()} cards`, id);
  undone = new Map([
    ...before,
    ...[...frozenByColleague].map((id) => [id, "FROZEN"] as const),
    ...blocked.map((id) => [id, "BLOCKED"] as const),
  ]);
  await page.context().close();
});

test("unfreezes exactly the cards that the run froze, and leaves the colleague’s as they are", {
  tag: "@full",
}, async ({ browser }) => {
  const page = await openAsManager(browser);
  await page.goto(runPath);
  await page.getByRole("button", { name: /^Unfreeze these [\d,]+ cards…$/ }).click();
  const run = new RunPage(page);
  const statuses = await readStatuses();
  const toUnfreeze = [...statuses].filter(([id, status]) => status !== undone.get(id));
  await expect(run.heading).toHaveText(
    new RegExp(`^Unfreeze ${toUnfreeze.length.toLocaleString("en-US")} (of [\\d,]+ )?cardsNot started$`),
  );
  await run.start();
  await run.waitForFinished();
  expect(await readStatuses()).toEqual(undone);
  for (const [id] of toUnfreeze) recordTried("unfrozen cards", id);
  await page.context().close();
});
