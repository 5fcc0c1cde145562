import { setTimeout as sleep } from "node:timers/promises";
import type { Dashboard } from "@/e2e/fixtures/dashboard";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { type Outage, startIssuerProxy } from "./issuer-proxy";
import { waitForIndex } from "./restart";
import { signIn, type Visitor } from "./visitor";
import { type World, withWorld } from "./world";

const MINUTES = 10;
const PAGE_PAUSE_MS = 500;
/** A page waits 2.5 s for the issuer at most. */
const MAX_PAGE_MS = 4_000;
/** A silent issuer counts as failed only when a call has waited for 10 s. */
const MAX_OPEN_MS: Record<Outage, number> = { cut: 10_000, silent: 20_000 };
const MAX_CLOSED_MS = 20_000;

export const dark = defineClaim({
  name: "dark",
  covers: { pages: ["/cards", "/transactions", "/cards/[cardId]"], work: ALL.work },
  table: "faults",
  hasTimes: true,
  claim: "Issuer dark for ten minutes",
  how: "a proxy cuts every connection to the issuer for ten minutes (real time), and in a second run leaves every call without an answer, while a person opens both lists and a card in turn from the first moment on, and the card index keeps calling; calls asked are counted in the log, calls sent at the proxy",
  goal: "breaker open ≤ 10 s (silent: ≤ 20 s), every page ≤ 4 s, from the index, and says so, calls sent ≤ 1.1× of those asked, closed ≤ 20 s after the issuer is back",
  async run({ isShort }) {
    const figures: string[] = [];
    let isMet = true;
    for (const outage of ["cut", "silent"] as const) {
      const lengthMs = isShort ? MAX_OPEN_MS[outage] + 10_000 : MINUTES * 60_000;
      const found = await withWorld({ program: { scenario: "demo" } }, (world) =>
        darken(world, outage, lengthMs),
      );
      const { openedMs, closedMs, pages, sent, asked } = found;
      figures.push(
        `${outage} for ${lengthMs / 1000} s: breaker open after ${toSeconds(openedMs)}, ${pages.informed} of ${pages.total} pages answered from the index and said so, the slowest after ${toSeconds(pages.slowestMs)}, ${sent} calls sent for ${asked} asked (${(sent / asked).toFixed(2)}×), closed ${toSeconds(closedMs)} after the issuer was back${pages.example}`,
      );
      isMet &&=
        openedMs <= MAX_OPEN_MS[outage] &&
        closedMs <= MAX_CLOSED_MS &&
        pages.total > 0 &&
        pages.informed === pages.total &&
        pages.slowestMs <= MAX_PAGE_MS &&
        sent <= 1.1 * asked;
    }
    return { figure: figures.join("; "), isMet };
  },
});

async function darken(world: World, outage: Outage, lengthMs: number) {
  const proxy = await startIssuerProxy(world.sandboxPort);
  try {
    const dashboard = await world.start({ SANDBOX_PORT: String(proxy.port), LOG_LEVEL: "debug" });
    await waitForIndex(world);
    const manager = await signIn(world.origin, "manager");
    const [card] = (await world.sandbox.listCards()).results;
    const [sentBefore, askedBefore] = [proxy.calls.length, countAsked(dashboard)];
    proxy.outage = outage;
    const endAt = Date.now() + lengthMs;
    const [pages, openedMs] = await Promise.all([
      watchPages(manager, card?.id ?? "", endAt),
      waitForBreaker(manager, "open"),
    ]);
    const sent = proxy.calls.length - sentBefore;
    const asked = countAsked(dashboard) - askedBefore;
    proxy.outage = null;
    const [closedMs] = await Promise.all([
      waitForBreaker(manager, "closed"),
      // The breaker only changes with calls.
      watchPages(manager, card?.id ?? "", Date.now() + MAX_CLOSED_MS),
    ]);
    return { openedMs, closedMs, pages, sent, asked };
  } finally {
    await proxy.close();
  }
}

/** One log line per call, also for a call that was not sent. */
function countAsked(dashboard: Dashboard): number {
  return dashboard.output().match(/"msg":"Issuer call( failed)?"/g)?.length ?? 0;
}

/** What each page says while the issuer doesn't answer, and something that it shows from the index. */
const pagesWith = (cardId: string): [path: string, said: string, shown: string][] => [
  ["/cards", "our synced copy", "data-row-link"],
  ["/transactions", "our synced copy", "data-row-link"],
  [`/cards/${cardId}`, "Showing the card as of", cardId],
];

async function watchPages(visitor: Visitor, cardId: string, endAt: number) {
  const pages = { total: 0, informed: 0, slowestMs: 0, example: "" };
  const paths = pagesWith(cardId);
  for (; Date.now() < endAt; await sleep(PAGE_PAUSE_MS)) {
    const [path, said, shown] = paths[pages.total % paths.length] ?? ["/", "", ""];
    const startedAt = Date.now();
    const response = await visitor.get(path);
    const text = await response.text();
    pages.total += 1;
    pages.slowestMs = Math.max(pages.slowestMs, Date.now() - startedAt);
    if (response.status === 200 && text.includes(said) && text.includes(shown)) pages.informed += 1;
    else pages.example ||= ` (${response.status} ${path})`;
  }
  return pages;
}

async function waitForBreaker(visitor: Visitor, state: "open" | "closed"): Promise<number> {
  const startedAt = Date.now();
  for (; Date.now() - startedAt < 60_000; await sleep(100)) {
    const { breaker } = await (await visitor.get("/api/connection")).json();
    if (breaker === state) break;
  }
  return Date.now() - startedAt;
}

const toSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
