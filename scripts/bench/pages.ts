import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, request } from "@playwright/test";
import { enterAs } from "@/e2e/fixtures/sign-in";
import { CHROMIUM_FLAGS, findChromium } from "@/scripts/chromium.mjs";
import { findFreePorts } from "@/scripts/ports.mjs";
import { startFloor } from "./floor-app";
import { printTable } from "./measure";
import { type StepName, type Timings, timeVisit, type Visit } from "./page-timings";
import { startNode } from "./programs";

// Our list pages against what Next costs by itself, in one run and in turn: compare only inside it.

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROOT = join(import.meta.dirname, "..", "..");
/** As many rows as the floor has: the issuer decides how many a page holds. */
const ROWS = "10";
const WARMING_REQUESTS = 150;
const STEPS = ["next", "open", "filter"] as const satisfies readonly StepName[];
const COLUMNS = ["scriptKib", "paint", "rows", "blocking", ...STEPS] as const;

const CARDS: Visit = {
  path: "/cards",
  rows: "tbody tr",
  steps: {
    next: {
      press: (page) => page.getByRole("link", { name: "Next" }),
      watched: "tbody tr",
    },
    open: { press: (page) => page.locator("tbody tr a[data-row-link]").first(), watched: "h1" },
    filter: {
      prepare: (page) => page.getByRole("button", { name: /^Type / }).click(),
      press: (page) => page.getByRole("menuitemradio", { name: /^physical/ }),
      watched: "tbody",
    },
  },
};

const TRANSACTIONS: Visit = {
  path: "/transactions",
  rows: "tbody tr",
  steps: {
    next: { press: (page) => page.getByRole("link", { name: "Next" }), watched: "tbody tr" },
    open: { press: (page) => page.locator("tbody tr a[data-row-link]").first(), watched: "aside h2" },
    filter: {
      prepare: (page) => page.getByRole("button", { name: /^Currency / }).click(),
      press: (page) => page.getByRole("menuitemradio", { name: "EUR" }),
      watched: "tbody",
    },
  },
};

const FLOOR_TABLE: Visit = {
  path: "/table",
  rows: "tbody tr",
  steps: {
    next: { press: (page) => page.getByRole("link", { name: "Next" }), watched: "tbody tr" },
    open: { press: (page) => page.locator("tbody tr a").first(), watched: "h1" },
    filter: { press: (page) => page.getByRole("link", { name: "Frozen" }), watched: "tbody tr" },
  },
};

const [floorPort = "", port = "", sandboxPort = ""] = (await findFreePorts(3)).map(String);
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
const floor = await startFloor(floorPort);
const executablePath = await findChromium();
const browser = await chromium.launch({
  args: CHROMIUM_FLAGS,
  ...(executablePath ? { executablePath } : {}),
});

try {
  const asManager = await request.newContext({ baseURL: origin });
  await enterAs(asManager, "manager");
  const ours: BrowserContextOptions = { baseURL: origin, storageState: await asManager.storageState() };
  const bare: BrowserContextOptions = { baseURL: floor.origin };
  const measured: { name: string; options: BrowserContextOptions; visit: Visit; rounds: Timings[] }[] = [
    { name: "baseline: empty page", options: bare, visit: { path: "/" }, rounds: [] },
    { name: `baseline: ${ROWS} rows with links`, options: bare, visit: FLOOR_TABLE, rounds: [] },
    { name: "cards", options: ours, visit: CARDS, rounds: [] },
    { name: "transactions", options: ours, visit: TRANSACTIONS, rounds: [] },
    { name: "wizard (≤ 120)", options: ours, visit: { path: "/cards/new", rows: "form" }, rounds: [] },
  ];
  for (const { options, visit } of measured) await warmUp(options, visit.path);
  // The first load of each does not count.
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
  await floor.stop();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A server that has just started runs its code for the first time: one in use has it compiled. */
async function warmUp(options: BrowserContextOptions, path: string): Promise<void> {
  const visitor = await request.newContext(options);
  for (let count = 0; count < WARMING_REQUESTS; count += 1) await (await visitor.get(path)).body();
  await visitor.dispose();
}

type Result = { name: string; timings: Timings };

function print(results: Result[]): void {
  const [empty, table] = results.map(({ timings }) => timings);
  if (!empty || !table) return;
  printTable(
    `List pages, median of ${ROUNDS} cold loads, alternating; JavaScript in compressed KiB, times in ms`,
    ["page", "JS", "first paint", "rows", "blocking", "next", "open", "filter"],
    results.map(({ name, timings }) => [name, ...COLUMNS.map((column) => whole(timings[column]))]),
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
        whole(timings.scriptKib - empty.scriptKib),
        times(timings.rows, table.rows),
        times(timings.blocking, table.blocking),
        ...STEPS.map((step) => whole(timings[step])),
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

function whole(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "–" : value.toFixed(0);
}

function times(ours: number, floor: number): string {
  return floor < 1 ? `${whole(ours)} instead of ${whole(floor)}` : `${(ours / floor).toFixed(2)}×`;
}
