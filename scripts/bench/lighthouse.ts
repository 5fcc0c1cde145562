import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CHROMIUM_FLAGS, findChromium } from "@/scripts/chromium.mjs";
import { printTable } from "./measure";
import { startProduct } from "./product";

// Lighthouse's scores of the main pages, for a desktop. Goal: 100 in every category.

/** The last version for Node 20. Not a dependency, because only this needs it. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const PATHS = ["/login", "/", "/cards", "/transactions", "/reports"];

type Report = {
  categories: Record<
    (typeof CATEGORIES)[number],
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { score: number | null }>;
};

const product = await startProduct();
try {
  const cookie = await product.readCookie();
  const rows: string[][] = [];
  for (const path of PATHS) {
    const report = await runLighthouse(product.origin + path, path === "/login" ? {} : { Cookie: cookie });
    const scores = CATEGORIES.map((category) => Math.round((report.categories[category].score ?? 0) * 100));
    rows.push([path, ...scores.map(String), failedAudits(report)]);
    if (scores.some((score) => score < 100)) process.exitCode = 1;
  }
  printTable("Lighthouse, desktop", ["page", ...CATEGORIES, "points lost for"], rows);
} finally {
  await product.stop();
}

async function runLighthouse(url: string, headers: Record<string, string>): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    "npm",
    [
      "exec",
      "--yes",
      `--package=${LIGHTHOUSE}`,
      "--",
      "lighthouse",
      url,
      "--quiet",
      "--preset=desktop",
      "--output=json",
      `--only-categories=${CATEGORIES.join(",")}`,
      `--extra-headers=${JSON.stringify(headers)}`,
      `--chrome-flags=--headless ${CHROMIUM_FLAGS.join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: (await findChromium()) ?? "" }, maxBuffer: 100_000_000 },
  );
  return JSON.parse(stdout);
}

/** What the scores lost points for. */
function failedAudits({ categories, audits }: Report): string {
  return Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.99)
    .map(({ id }) => id)
    .join(", ");
}
