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
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>;
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string }>;
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
  printTable("Lighthouse, desktop", ["page", ...CATEGORIES, "not perfect"], rows);
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

/** The scored audits below 0.9. */
function failedAudits({ audits }: Report): string {
  return Object.entries(audits)
    .filter(
      ([, { score, scoreDisplayMode }]) =>
        score !== null && score < 0.9 && scoreDisplayMode !== "informative",
    )
    .map(([id]) => id)
    .join(", ");
}
