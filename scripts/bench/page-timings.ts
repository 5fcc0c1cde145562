import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

export type Visit = {
  path: string;
  /** The selector of the page's rows. */
  rows?: string;
  steps?: Partial<Record<StepName, Step>>;
};

export type StepName = "next" | "open" | "filter";

/** An element to click, and the element whose change ends the measurement. */
export type Step = {
  prepare?: (page: Page) => Promise<void>;
  target: (page: Page) => ReturnType<Page["locator"]>;
  /** The selector of the element whose text or presence changes. */
  watched: string;
};

export type Timings = { scriptKib: number; paint: number; rows: number; blocking: number } & Partial<
  Record<StepName, number>
>;

// No event signals that scripts and prefetches have finished, so wait for a fixed time.
const SETTLE_MS = 1_500;
const HOVER_MS = 400;

/** Times one cold load and the steps after it, in a new browser context. */
export async function timeVisit(
  browser: Browser,
  options: BrowserContextOptions,
  { path, rows = "h1", steps = {} }: Visit,
): Promise<Timings> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // tsx wraps inner functions in a helper that doesn't exist in the page.
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

async function timeStep(page: Page, { prepare, target, watched }: Step): Promise<number> {
  await prepare?.(page);
  const element = target(page);
  await element.hover();
  await page.waitForTimeout(HOVER_MS);
  await page.evaluate(watchStep, watched);
  await element.click();
  return page.evaluate(() => (window as MeasuredWindow).stepTook as Promise<number>);
}

type MeasuredWindow = Window &
  typeof globalThis & { rowsAt?: number; blockingMs?: number; stepTook?: Promise<number> };

/** Runs in the page before anything else: records when rows first appear and how long the main thread is blocked. */
function watchLoad(rows: string): void {
  const watched = window as MeasuredWindow;
  watched.blockingMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.blockingMs = (watched.blockingMs ?? 0) + duration - 50;
  }).observe({ type: "longtask", buffered: true });
  const check = () => {
    if (document.querySelector(rows)?.getClientRects().length) watched.rowsAt = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

function readLoad(): { paint: number; rows: number; blocking: number } {
  const watched = window as MeasuredWindow;
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return {
    paint: paint?.startTime ?? Number.NaN,
    rows: watched.rowsAt ?? Number.NaN,
    blocking: watched.blockingMs ?? Number.NaN,
  };
}

/** Runs in the page: measures from the click to the frame that shows its result. */
function watchStep(selector: string): void {
  const text = () => document.querySelector(selector)?.textContent ?? null;
  const before = text();
  (window as MeasuredWindow).stepTook = new Promise((resolve) => {
    window.addEventListener(
      "click",
      () => {
        const startedAt = performance.now();
        const check = () => {
          if (text() !== before) resolve(performance.now() - startedAt);
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
      },
      { capture: true, once: true },
    );
  });
}
