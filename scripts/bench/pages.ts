import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, request } from "@playwright/test";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { CHROMIUM_FLAGS, findChromium } from "@/scripts/chromium.mjs";
import { findFreePorts } from "@/scripts/ports.mjs";
import { startBaseline } from "./baseline-app";
import { printTable } from "./measure";
import { type StepName, type Timings, timeVisit, type Visit } from "./page-timings";
import { startNode } from "./programs";

// Compares our list pages with plain Next.js, alternating within one run. Results of different runs aren't comparable.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROOT = join(import.meta.dirname, "..", "..");
/** The same number of rows as the baseline; the issuer decides the page size. */
const ROWS = "10";
const WARM_UP_REQUESTS = 150;
const STEPS = ["next", "open", "filter"] as const satisfies readonly StepName[];
const COLUMNS = ["scriptKib", "paint", "rows", "blocking", ...STEPS] as const;

const CARDS: Visit = {
  path: "/cards",
  rows: "tbody tr",
  steps: {
    next: {
      target: (page) => page.getByRole("link", { name: "Next" }),
      watched: "tbody tr",
    },
    open: { target: (page) => page.locator("tbody tr a[data-row-link]").first(), watched: "h1" },
    filter: {
      prepare: (page) => page.getByRole("button", { name: /^Type / }).click(),
      target: (page) => page.getByRole("menuitemradio", { name: /^physical/ }),
      watched: "tbody",
    },
  },
};

const TRANSACTIONS: Visit = {
  path: "/transactions",
  rows: "tbody tr",
  steps: {
    next: { target: (page) => page.getByRole("link", { name: "Next" }), watched: "tbody tr" },
    open: { target: (page) => page.locator("tbody tr a[data-row-link]").first(), watched: "aside h2" },
    filter: {
      prepare: (page) => page.getByRole("button", { name: /^Currency / }).click(),
      target: (page) => page.getByRole("menuitemradio", { name: "EUR" }),
      watched: "tbody",
    },
  },
};

const BASELINE_TABLE: Visit = {
  path: "/table",
  rows: "tbody tr",
  steps: {
    next: { target: (page) => page.getByRole("link", { name: "Next" }), watched: "tbody tr" },
    open: { target: (page) => page.locator("tbody tr a").first(), watched: "h1" },
    filter: { target: (page) => page.getByRole("link", { name: "Frozen" }), watched: "tbody tr" },
  },
};

const [baselinePort = "", port = "", sandboxPort = ""] = (await findFreePorts(3)).map(String);
const dataDir = mkdtempSync(join(tmpdir(), "cardwell-bench-"));
const origin = `http://localhost:${port}`;
const product = await startNode([join(ROOT, "scripts/start.mjs")], {
  cwd: ROOT,
  env: {
    PORT: port,
    SANDBOX_PORT: sandboxPort,
    DATA_DIR: dataDir,
    SANDBOX_PAGE_SIZE: ROWS,
    LOG_LEVEL: "silent",
  },
  readyUrl: `${origin}/api/health/ready`,
});
const baseline = await startBaseline(baselinePort);
const executablePath = await findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath ? { executablePath } : {}),
});

try {
  const asManager = await request.newContext({ baseURL: origin });
  await signInWithRole(asManager, "manager");
  const dashboardOptions: BrowserContextOptions = {
    baseURL: origin,
    storageState: await asManager.storageState(),
  };
  const baselineOptions: BrowserContextOptions = { baseURL: baseline.origin };
  const measured: { name: string; options: BrowserContextOptions; visit: Visit; rounds: Timings[] }[] = [
    { name: "baseline: empty page", options: baselineOptions, visit: { path: "/" }, rounds: [] },
    {
      name: `baseline: ${ROWS} rows with links`,
      options: baselineOptions,
      visit: BASELINE_TABLE,
      rounds: [],
    },
    { name: "cards", options: dashboardOptions, visit: CARDS, rounds: [] },
    { name: "transactions", options: dashboardOptions, visit: TRANSACTIONS, rounds: [] },
    {
      name: "wizard (≤ 120)",
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
  const results = measured.map(({ name, rounds }) => ({ name, timings: mediansOf(rounds) }));
  print(results);
} finally {
  await browser.close();
  await baseline.stop();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Lets the server's JIT compile the code, as in a server that has been in use. */
async function warmUp(options: BrowserContextOptions, path: string): Promise<void> {
  const visitor = await request.newContext(options);
  for (let count = 0; count < WARM_UP_REQUESTS; count += 1) await (await visitor.get(path)).body();
  await visitor.dispose();
}

type Result = { name: string; timings: Timings };

function print(results: Result[]): void {
  const [empty, table] = results.map(({ timings }) => timings);
  if (!empty || !table) return;
  printTable(
    `List pages, median of ${ROUNDS} cold loads, alternating; JavaScript in compressed KiB, times in ms`,
    ["page", "JS", "first paint", "rows", "blocking", "next", "open", "filter"],
    results.map(({ name, timings }) => [name, ...COLUMNS.map((column) => formatInteger(timings[column]))]),
  );
  printTable(
    "Compared with the baseline and the goals",
    [
      "page",
      "JS over empty (≤ 60)",
      "rows (≤ 1.5×)",
      "blocking (≤ 1.5×)",
      "next (≤ 60)",
      "open (≤ 60)",
      "filter (≤ 60)",
    ],
    results
      .slice(2)
      .map(({ name, timings }) => [
        name,
        formatInteger(timings.scriptKib - empty.scriptKib),
        formatRatio(timings.rows, table.rows),
        formatRatio(timings.blocking, table.blocking),
        ...STEPS.map((step) => formatInteger(timings[step])),
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

function formatInteger(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "–" : value.toFixed(0);
}

function formatRatio(value: number, baseline: number): string {
  return baseline < 1
    ? `${formatInteger(value)} instead of ${formatInteger(baseline)}`
    : `${(value / baseline).toFixed(2)}×`;
}
