import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

export type Visit = {
  path: string;
  /** What shows that the page has its rows. */
  rows?: string;
  steps?: Partial<Record<StepName, Step>>;
};

export type StepName = "next" | "open" | "filter";

/** Something to press, and how one sees that it has come to something. */
export type Step = {
  prepare?: (page: Page) => Promise<void>;
  press: (page: Page) => ReturnType<Page["locator"]>;
  /** Its text, or its being there, changes. */
  watched: string;
};

export type Timings = { scriptKib: number; paint: number; rows: number; blocking: number } & Partial<
  Record<StepName, number>
>;

// Nothing on a page says that its code and what it fetches ahead have come to rest: a bench may wait by the clock.
const SETTLE_MS = 1_500;
const REST_MS = 400;

/** One cold load, and the steps after it, in a browser that has seen nothing yet. */
export async function timeVisit(
  browser: Browser,
  options: BrowserContextOptions,
  { path, rows = "h1", steps = {} }: Visit,
): Promise<Timings> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // tsx wraps inner functions in a call that only its own modules know.
  await page.addInitScript("globalThis.__name ??= (value) => value;");
  await page.addInitScript(watchLoad, rows);
  const scripts = await countScripts(page);
  await page.goto(path);
  await page.locator(rows).first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const timings: Timings = { scriptKib: scripts() / 1024, ...(await page.evaluate(readLoad)) };
  for (const [name, step] of Object.entries(steps) as [StepName, Step][]) {
    await page.goto(path);
    await page.locator(rows).first().waitFor();
    await page.waitForTimeout(SETTLE_MS);
    timings[name] = await timeStep(page, step);
  }
  await context.close();
  return timings;
}

async function countScripts(page: Page): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  await client.send("Network.enable");
  client.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

async function timeStep(page: Page, { prepare, press, watched }: Step): Promise<number> {
  await prepare?.(page);
  const target = press(page);
  await target.hover();
  await page.waitForTimeout(REST_MS);
  await page.evaluate(watchStep, watched);
  await target.click();
  return page.evaluate(() => (window as Watched).stepTook as Promise<number>);
}

type Watched = Window &
  typeof globalThis & { rowsAt?: number; blockingMs?: number; stepTook?: Promise<number> };

/** In the page, before anything else: when rows can first be seen, and how long the thread was held. */
function watchLoad(rows: string): void {
  const watched = window as Watched;
  watched.blockingMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.blockingMs = (watched.blockingMs ?? 0) + duration - 50;
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    if (document.querySelector(rows)?.getClientRects().length) watched.rowsAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function readLoad(): { paint: number; rows: number; blocking: number } {
  const watched = window as Watched;
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return {
    paint: paint?.startTime ?? Number.NaN,
    rows: watched.rowsAt ?? Number.NaN,
    blocking: watched.blockingMs ?? Number.NaN,
  };
}

/** In the page: from the press to the frame that shows what came of it. */
function watchStep(selector: string): void {
  const text = () => document.querySelector(selector)?.textContent ?? null;
  const before = text();
  (window as Watched).stepTook = new Promise((resolve) => {
    window.addEventListener(
      "click",
      () => {
        const startedAt = performance.now();
        const look = () => {
          if (text() !== before) resolve(performance.now() - startedAt);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
}
