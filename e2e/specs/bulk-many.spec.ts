import type { Browser } from "@playwright/test";
import { type Dashboard, startDashboard } from "@/e2e/fixtures/dashboard";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { waitForIndex } from "@/e2e/fixtures/wait-for-index";
import { CardPage } from "@/e2e/pages/card-page";
import { RunPage } from "@/e2e/pages/run-page";
import type { Role } from "@/lib/domain/people/permissions";

const CARDS = 1_200;
const AT_ONCE = 20;

let dashboard: Dashboard | undefined;
test.afterAll(() => dashboard?.stop());

/** In the order of the items. */
async function inParallel<Item, Data>(items: readonly Item[], work: (item: Item) => Promise<Data>) {
  const done: Data[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    done.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  return done;
}

async function openPage(browser: Browser, role: Role) {
  const context = await browser.newContext({ baseURL: dashboard?.origin ?? "" });
  await signInWithRole(context.request, role);
  return { page: await context.newPage(), context };
}

test("freezes 1,200 cards while a colleague works on some of them, and undoes exactly that", async ({
  browser,
  sandbox,
}) => {
  const customerId = `bulk_many_${Date.now()}`;
  const numbers = Array.from({ length: CARDS }, (_, index) => index);
  const cards = await inParallel(numbers, () => sandbox.issueCard({ customerId }));
  dashboard = await startDashboard({
    env: { BULK_CARDS_PER_SECOND: "1000", INDEX_CALLS_PER_SECOND: "500" },
  });
  const { page, context } = await openPage(browser, "manager");
  await page.goto("/cards");
  await waitForIndex(context.request);
  await page.goto(`/cards?customer=${customerId}`);
  await page.getByRole("checkbox", { name: "Select page" }).check();
  await page.getByRole("button", { name: "Select all 1,200 that match" }).click();
  await page.getByRole("button", { name: "Freeze selected…", exact: true }).click();
  const run = new RunPage(page);
  await expect(run.heading).toHaveText("Freeze 1,200 cardsNot started");
  await run.start();

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(run.heading).toContainText("Paused");
  await page.getByRole("link", { name: /^Done/ }).click();
  await expect(page).toHaveURL(/state=done/);
  await expect(run.items.first()).toContainText("Done");
  const doneCards = await page.getByRole("rowheader").getByRole("link").all();
  const idOf = async (index: number) =>
    ((await doneCards[index]?.getAttribute("href")) ?? "").replace("/cards/", "");
  const [again, unfrozen] = [await idOf(0), await idOf(1)];
  await page.getByRole("link", { name: /^Waiting/ }).click();
  await expect(page).toHaveURL(/state=waiting/);
  await expect(run.items.first()).toContainText("Waiting");
  const waiting = page.getByRole("rowheader").getByRole("link").first();
  const frozenBefore = ((await waiting.getAttribute("href")) ?? "").replace("/cards/", "");
  const colleague = await openPage(browser, "support");
  const cardPage = new CardPage(colleague.page);
  const change = async (cardId: string, status: "Frozen" | "Active") => {
    await cardPage.openConnected(cardId);
    await (status === "Frozen" ? cardPage.freezeButton : cardPage.unfreezeButton).click();
    await cardPage.button(status === "Frozen" ? "Freeze" : "Unfreeze").click();
    await expect(cardPage.status.last()).toHaveText(status);
  };
  await change(frozenBefore, "Frozen");
  await change(unfrozen, "Active");
  await change(again, "Active");
  await change(again, "Frozen");
  await colleague.context.close();

  await page.getByRole("button", { name: "Resume" }).click();
  await run.expectFinished();
  await expect(run.progress).toHaveText("1,200 of 1,200 cards done");
  await page.getByRole("button", { name: "Unfreeze these 1,199 cards…" }).click();
  await expect(run.heading).toHaveText("Unfreeze 1,197 cardsNot started");
  await run.start();
  await run.expectFinished();
  await expect(run.progress).toHaveText("1,197 of 1,197 cards done");

  const statuses = await inParallel(cards, ({ id }) => sandbox.getCard(id));
  const frozen = statuses.filter(({ status }) => status === "FROZEN").map(({ id }) => id);
  expect(frozen.sort()).toEqual([again, frozenBefore].sort());
  expect(statuses.filter(({ status }) => status === "ACTIVE")).toHaveLength(CARDS - 2);
  await context.close();
});
