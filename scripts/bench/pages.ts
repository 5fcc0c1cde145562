import { type BrowserContextOptions, chromium, type Page, request } from "@playwright/test";
import autocannon from "autocannon";
import { CHROMIUM_FLAGS, findChromium } from "@/scripts/chromium.mjs";
import { findFreePorts } from "@/scripts/ports.mjs";
import { startBaseline } from "./baseline-app";
import { printTable } from "./measure";
import { type StepName, type Timings, timeVisit, type Until, type Visit } from "./page-timings";
import { startProduct } from "./product";

// Compares our list pages, with their default settings, with plain Next.js, alternating within one run. Results of
// different runs aren't comparable.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const WARM_UP_REQUESTS = 150;
const CONNECTIONS = 10;
const LOAD_SECONDS = 8;
const STEPS = ["next", "filter", "open"] as const satisfies readonly StepName[];
const COLUMNS = ["scriptKib", "totalKib", "paint", "rows", "blocking", ...STEPS, "shift"] as const;

function listVisit(path: string, label: string, status: string, opened: Until): Visit {
  const rows = `table[aria-label="${label}"] tbody tr`;
  const option = (page: Page) => page.getByRole("menuitemcheckbox", { name: new RegExp(`^${status}`) });
  return {
    path,
    rows,
    minRows: 10,
    steps: {
      next: {
        act: (page) =>
          page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click(),
        until: { rowsChanged: true },
      },
      filter: {
        async prepare(page) {
          await page.getByRole("button", { name: /^Status/ }).click();
          await option(page).waitFor();
        },
        act: (page) => option(page).click(),
        until: { rowsMatch: status.toLowerCase() },
      },
      open: { act: (page) => page.locator(`${rows} a[data-row-link]`).first().click(), until: opened },
    },
  };
}

const CARDS = listVisit("/cards", "Cards", "Frozen", {
  gone: 'table[aria-label="Cards"]',
  visible: "main h1",
});
const TRANSACTIONS = listVisit("/transactions", "Transactions", "Declined", {
  visible: 'aside[aria-label^="Transaction "] h2',
});

const BASELINE_TABLE: Visit = {
  path: "/table",
  rows: "tbody tr",
  minRows: 10,
  steps: {
    next: {
      act: (page) => page.getByRole("link", { name: "Next" }).click(),
      until: { rowsChanged: true },
    },
    filter: {
      async prepare(page) {
        await page.getByRole("textbox").fill("004");
        await page.getByRole("textbox").click();
      },
      act: (page) => page.keyboard.press("Enter"),
      until: { rowsMatch: "004" },
    },
    open: {
      act: (page) => page.locator("tbody tr a").first().click(),
      until: { visible: "dialog[open]" },
    },
  },
};

const [baselinePort = ""] = (await findFreePorts(1)).map(String);
const product = await startProduct();
const { origin } = product;
const baseline = await startBaseline(baselinePort);
const executablePath = await findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath ? { executablePath } : {}),
});

try {
  const dashboardOptions: BrowserContextOptions = {
    baseURL: origin,
    storageState: await product.manager.storageState(),
  };
  const baselineOptions: BrowserContextOptions = { baseURL: baseline.origin };
  const measured: { name: string; options: BrowserContextOptions; visit: Visit; rounds: Timings[] }[] = [
    { name: "baseline: empty page", options: baselineOptions, visit: { path: "/" }, rounds: [] },
    { name: "baseline: 10 rows", options: baselineOptions, visit: BASELINE_TABLE, rounds: [] },
    { name: "cards", options: dashboardOptions, visit: CARDS, rounds: [] },
    { name: "transactions", options: dashboardOptions, visit: TRANSACTIONS, rounds: [] },
    {
      name: "wizard",
      options: dashboardOptions,
      visit: { path: "/cards/new", rows: "form" },
      rounds: [],
    },
  ];
  for (const { options, visit } of measured) await warmUp(options, visit.path);
  // The first load of each page is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { options, visit, rounds } of measured) {
      const timings = await timeVisit(browser, options, visit);
      if (round > 0) rounds.push(timings);
    }
  }
  await browser.close();
  printTimings(measured.map(({ name, rounds }) => ({ name, timings: mediansOf(rounds) })));
  await printRates(await product.readCookie());
} finally {
  await browser.close();
  await baseline.stop();
  await product.stop();
}

/** Lets the server's JIT compile the code, as in a server that has been in use. */
async function warmUp(options: BrowserContextOptions, path: string): Promise<void> {
  const visitor = await request.newContext(options);
  for (let count = 0; count < WARM_UP_REQUESTS; count += 1) await (await visitor.get(path)).body();
  await visitor.dispose();
}

type Result = { name: string; timings: Timings };

function printTimings(results: Result[]): void {
  const [empty, table] = results.map(({ timings }) => timings);
  if (!empty || !table) return;
  printTable(
    `List pages, median of ${ROUNDS} cold loads, alternating; KiB compressed, times in ms`,
    ["page", "JS", "total", "first paint", "rows", "blocking", "next", "filter", "open", "shift"],
    results.map(({ name, timings }) => [
      name,
      ...COLUMNS.map((column) => format(timings[column], column === "shift" ? 3 : 0)),
    ]),
  );
  printTable(
    "Compared with the baseline and the goals",
    [
      "page",
      "JS over empty (≤ 35)",
      "total (≤ 240)",
      "first paint (≤ 2.3×)",
      "rows (≤ 2.5×)",
      "blocking (≤ 40)",
      "next (≤ 1.8×)",
      "filter (≤ 1.9×)",
      "open (≤ 1.9×)",
    ],
    results
      .slice(2)
      .map(({ name, timings }) => [
        name,
        format(timings.scriptKib - empty.scriptKib),
        format(timings.totalKib),
        formatRatio(timings.paint, table.paint),
        formatRatio(timings.rows, table.rows),
        format(timings.blocking),
        ...STEPS.map((step) => formatRatio(timings[step], table[step])),
      ]),
  );
}

/** Responses per second, with the load generator on the same machine. */
async function printRates(cookie: string): Promise<void> {
  const targets = [
    { name: "baseline: 10 rows", url: `${baseline.origin}/table`, goal: "" },
    { name: "/cards", url: `${origin}/cards`, goal: "≥ 0.45×" },
    { name: "/cards?status=FROZEN", url: `${origin}/cards?status=FROZEN`, goal: "" },
    { name: "/api/search", url: `${origin}/api/search?text=mar`, goal: "≥ 1.5×" },
  ];
  const rates = new Map<string, number>();
  // The first round is a warm-up.
  for (let round = 0; round < 2; round += 1)
    for (const { name, url } of targets) {
      const { requests, non2xx } = await autocannon({
        url,
        connections: CONNECTIONS,
        duration: LOAD_SECONDS,
        headers: { cookie },
      });
      if (non2xx > 0) throw new Error(`${non2xx} failed responses from ${name}`);
      rates.set(name, requests.average);
    }
  const floor = rates.get("baseline: 10 rows");
  printTable(
    `Served per second, ${CONNECTIONS} connections`,
    ["path", "per second", "of the baseline", "goal"],
    targets.map(({ name, goal }) => [
      name,
      format(rates.get(name)),
      formatRatio(rates.get(name), floor),
      goal,
    ]),
  );
}

function mediansOf(rounds: readonly Timings[]): Timings {
  const median = (column: (typeof COLUMNS)[number]) => {
    const values = rounds.map((timings) => timings[column] ?? Number.NaN).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? Number.NaN;
  };
  return Object.fromEntries(COLUMNS.map((column) => [column, median(column)])) as Timings;
}

function format(value: number | undefined, digits = 0): string {
  return value === undefined || Number.isNaN(value) ? "–" : value.toFixed(digits);
}

function formatRatio(value: number | undefined, floor: number | undefined): string {
  return value === undefined || floor === undefined || Number.isNaN(value / floor)
    ? "–"
    : `${(value / floor).toFixed(2)}×`;
}
