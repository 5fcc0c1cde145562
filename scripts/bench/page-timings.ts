import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

export type Visit = {
  path: string;
  /** The selector of the page's rows, and how many of them make the page usable. */
  rows?: string;
  minRows?: number;
  steps?: Partial<Record<StepName, Step>>;
};

export type StepName = "next" | "filter" | "open";

export type Step = {
  prepare?: (page: Page) => Promise<void>;
  /** A click or a key press, without resting on the target before. */
  act: (page: Page) => Promise<void>;
  until: Until;
};

/** All that are given must hold. */
export type Until = {
  rowsChanged?: true;
  /** Other rows than before, each with this text. */
  rowsMatch?: string;
  visible?: string;
  gone?: string;
};

export type Timings = {
  scriptKib: number;
  totalKib: number;
  paint: number;
  rows: number;
  blocking: number;
  shift: number;
} & Partial<Record<StepName, number>>;

// No event signals that scripts and prefetches have finished, so wait for a fixed time.
const SETTLE_MS = 1_500;
const VIEWPORT = { width: 1440, height: 900 };

/** Times one cold load and the steps after it, in a new browser context. */
export async function timeVisit(
  browser: Browser,
  options: BrowserContextOptions,
  { path, rows = "h1", minRows = 1, steps = {} }: Visit,
): Promise<Timings> {
  const context = await browser.newContext({ ...options, viewport: VIEWPORT });
  const page = await context.newPage();
  // tsx wraps inner functions in a helper that doesn't exist in the page.
  await page.addInitScript("globalThis.__name ??= (value) => value;");
  await page.addInitScript(watchPage, { rows, minRows });
  await load(page, path);
  const timings: Timings = await page.evaluate(readLoad);
  for (const [name, step] of Object.entries(steps) as [StepName, Step][]) {
    await load(page, path);
    await step.prepare?.(page);
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate((until) => (window as MeasuredWindow).bench.watchStep(until), step.until);
    await step.act(page);
    timings[name] = await page.evaluate(() => (window as MeasuredWindow).bench.stepTook);
  }
  await context.close();
  return timings;
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => (window as MeasuredWindow).bench.rowsPainted);
  await page.waitForTimeout(SETTLE_MS);
}

type Bench = {
  rowsPainted: Promise<number>;
  rowsAt: number;
  blockingMs: number;
  shift: number;
  watchStep(until: Until): void;
  stepTook: Promise<number>;
};

type MeasuredWindow = Window & typeof globalThis & { bench: Bench };

/** Runs in the page before anything else. Its clock stops after the frame that shows the result has been painted. */
function watchPage({ rows, minRows }: { rows: string; minRows: number }): void {
  performance.setResourceTimingBufferSize(5_000);
  const observe = (type: string, onEntry: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 0;
  const shown = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => isShown(element));
  const rowTexts = () => shown(rows).map((row) => row.innerText);
  const painted = (test: () => boolean) =>
    new Promise<number>((resolve) => {
      const check = () => {
        if (!test()) return requestAnimationFrame(check);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        return port2.postMessage(null);
      };
      requestAnimationFrame(check);
    });

  const bench: Bench = {
    rowsPainted: painted(() => document.body !== null && shown(rows).length >= minRows),
    rowsAt: Number.NaN,
    blockingMs: 0,
    shift: 0,
    stepTook: Promise.resolve(Number.NaN),
    watchStep({ rowsChanged, rowsMatch, visible, gone }) {
      const before = rowTexts().join("\n");
      let startedAt: number | null = null;
      for (const type of ["pointerdown", "keydown"])
        window.addEventListener(
          type,
          (event) => {
            startedAt ??= event.timeStamp;
          },
          { capture: true },
        );
      bench.stepTook = painted(() => {
        if (startedAt === null) return false;
        if (visible !== undefined && shown(visible).length === 0) return false;
        if (gone !== undefined && shown(gone).length > 0) return false;
        if (!rowsChanged && rowsMatch === undefined) return true;
        const texts = rowTexts();
        if (texts.length === 0 || texts.join("\n") === before) return false;
        return texts.every((text) => text.toLowerCase().includes(rowsMatch ?? ""));
      }).then((endedAt) => endedAt - (startedAt ?? Number.NaN));
    },
  };
  observe("longtask", ({ duration }) => {
    bench.blockingMs += duration - 50;
  });
  observe("layout-shift", ({ value = 0 }) => {
    bench.shift += value;
  });
  void bench.rowsPainted.then((at) => {
    bench.rowsAt = at;
  });
  (window as MeasuredWindow).bench = bench;
}

function readLoad(): Timings {
  const { rowsAt, blockingMs, shift } = (window as MeasuredWindow).bench;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const kib = (counted: readonly PerformanceResourceTiming[]) =>
    counted.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0) / 1_024;
  return {
    scriptKib: kib(resources.filter(({ name }) => new URL(name).pathname.endsWith(".js"))),
    totalKib: kib(resources) + (navigation?.encodedBodySize ?? 0) / 1_024,
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    rows: rowsAt,
    blocking: blockingMs,
    shift,
  };
}
