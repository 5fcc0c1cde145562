import { setTimeout as sleep } from "node:timers/promises";
import type { Dashboard } from "@/e2e/fixtures/dashboard";
import { defineClaim } from "./claim";
import { startIssuerProxy } from "./issuer-proxy";
import { waitForIndex } from "./restart";
import { signIn, type Visitor } from "./visitor";
import { withWorld } from "./world";

const MINUTES = 10;
const PAGE_PAUSE_MS = 500;

export const dark = defineClaim({
  name: "dark",
  table: "faults",
  claim: "Issuer dark for ten minutes",
  how: "a proxy cuts every connection to the issuer for ten minutes (real time), while a person opens /cards twice a second and the card index keeps calling; calls asked are counted in the log, calls sent at the proxy",
  goal: "breaker open ≤ 10 s, every page answers from the index and says so, calls sent ≤ 1.1× of those asked, closed ≤ 20 s after the issuer is back",
  run: ({ isShort }) =>
    withWorld({ program: { scenario: "demo" } }, async (world) => {
      const proxy = await startIssuerProxy(world.sandboxPort);
      try {
        const dashboard = await world.start({ SANDBOX_PORT: String(proxy.port), LOG_LEVEL: "debug" });
        await waitForIndex(world);
        const manager = await signIn(world.origin, "manager");
        const [sentBefore, askedBefore] = [proxy.calls.length, countAsked(dashboard)];
        proxy.isDark = true;
        const startedAt = Date.now();
        const openedMs = await waitForBreaker(manager, "open");
        const endAt = startedAt + (isShort ? 10_000 : MINUTES * 60_000);
        const pages = await watchPages(manager, endAt);
        const sent = proxy.calls.length - sentBefore;
        const asked = countAsked(dashboard) - askedBefore;
        proxy.isDark = false;
        const closedMs = await waitForBreaker(manager, "closed");
        const seconds = Math.round((endAt - startedAt) / 1000);
        return {
          figure: `dark for ${seconds} s: breaker open after ${toSeconds(openedMs)}, ${pages.informed} of ${pages.total} pages answered from the index and said so, ${sent} calls sent for ${asked} asked (${(sent / asked).toFixed(2)}×), closed ${toSeconds(closedMs)} after the issuer was back`,
          isMet:
            openedMs <= 10_000 && closedMs <= 20_000 && pages.informed === pages.total && sent <= 1.1 * asked,
        };
      } finally {
        await proxy.close();
      }
    }),
});

/** One log line per call, also for a call that was not sent. */
function countAsked(dashboard: Dashboard): number {
  return dashboard.output().match(/"msg":"Issuer call( failed)?"/g)?.length ?? 0;
}

async function watchPages(visitor: Visitor, endAt: number): Promise<{ total: number; informed: number }> {
  const pages = { total: 0, informed: 0 };
  for (; Date.now() < endAt; await sleep(PAGE_PAUSE_MS)) {
    const response = await visitor.get("/cards");
    const text = await response.text();
    pages.total += 1;
    if (response.status === 200 && text.includes("our synced copy") && text.includes("data-row-link"))
      pages.informed += 1;
  }
  return pages;
}

/** Opens pages, because the breaker only changes with calls. */
async function waitForBreaker(visitor: Visitor, state: "open" | "closed"): Promise<number> {
  const startedAt = Date.now();
  for (; Date.now() - startedAt < 60_000; await sleep(100)) {
    await (await visitor.get("/cards")).arrayBuffer();
    const { breaker } = await (await visitor.get("/api/connection")).json();
    if (breaker === state) break;
  }
  return Date.now() - startedAt;
}

const toSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
