import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PURE = ["@/lib/contract/x", "@/lib/domain/x"];
const SERVER = [
  ...PURE,
  "@/lib/csv/x",
  "@/lib/xlsx/x",
  "@/lib/lists/x",
  "@/lib/postgres/x",
  "@/lib/alerts/x",
  "@/lib/backup/x",
  "@/lib/db/x",
  "@/lib/doctor/x",
  "@/lib/drift/x",
  "@/lib/issuer/x",
  "@/lib/auth/x",
  "@/lib/audit/x",
  "@/lib/card-index/x",
  "@/lib/reconciliation/x",
  "@/lib/runs/x",
  "@/lib/reports/x",
  "@/lib/mail/x",
  "@/lib/events/x",
  "@/lib/jobs/x",
  "@/lib/logging/x",
  "@/lib/metrics/x",
  "@/lib/tracing/x",
  "@/lib/env",
  "@/lib/log",
  "@/lib/process-wide",
];
const BROWSER = [
  ...PURE,
  "@/lib/csv/x",
  "@/lib/spreadsheets/x",
  "@/lib/lists/x",
  "@/lib/client/x",
  "@/lib/actions/x",
  "@/lib/url/x",
];
const EVERYTHING = [
  ...new Set([...SERVER, ...BROWSER]),
  "@/lib/queries/x",
  "@/components/ui/x",
  "@/app/page",
  "@/sandbox/x",
  "@/e2e/fixtures/x",
  "@/scripts/x",
  "@/testing/x",
  "@/simulator/x",
];
const everythingExcept = (...excluded: string[]) => EVERYTHING.filter((target) => !excluded.includes(target));

// The import rules of docs/architecture.md. Every import that is not listed must be rejected.
const ALLOWED_IMPORTS: Record<string, string[]> = {
  "lib/domain/result.ts": ["@/lib/domain/x"],
  "lib/contract/card.ts": PURE,
  "lib/postgres/migrate.ts": ["@/lib/postgres/x"],
  "lib/csv/read-csv.ts": ["@/lib/domain/x", "@/lib/csv/x"],
  "lib/xlsx/write-xlsx.ts": ["@/lib/domain/x", "@/lib/xlsx/x"],
  "lib/spreadsheets/read-table.ts": ["@/lib/domain/x", "@/lib/csv/x", "@/lib/spreadsheets/x"],
  "lib/lists/cards.ts": [...PURE, "@/lib/csv/x", "@/lib/lists/x"],
  "lib/url/cards.ts": [...PURE, "@/lib/lists/x", "@/lib/url/x"],
  "lib/issuer/client.ts": SERVER,
  "lib/db/pool.ts": SERVER,
  "lib/alerts/watch-conditions.ts": SERVER,
  "lib/backup/write-file.ts": SERVER,
  "lib/doctor/run-checks.ts": SERVER,
  "lib/drift/ask-issuer.ts": SERVER,
  "lib/auth/session.ts": SERVER,
  "lib/approvals/gate.ts": SERVER,
  "lib/audit/record.ts": SERVER,
  "lib/card-index/search-index.ts": SERVER,
  "lib/reconciliation/reconcile.ts": SERVER,
  "lib/runs/work-on-runs.ts": SERVER,
  "lib/reports/capture.ts": SERVER,
  "lib/mail/outbox.ts": SERVER,
  "lib/events/inbox.ts": SERVER,
  "lib/jobs/queue.ts": SERVER,
  "lib/logging/request-log.ts": SERVER,
  "lib/metrics/record.ts": SERVER,
  "lib/tracing/span.ts": SERVER,
  "lib/env.ts": SERVER,
  "lib/log.ts": SERVER,
  "lib/queries/cards.ts": [...SERVER, "@/lib/queries/x", "@/lib/actions/x", "@/lib/url/x"],
  "lib/actions/freeze-card.ts": [...SERVER, "@/lib/queries/x", "@/lib/actions/x", "@/lib/url/x"],
  "lib/client/use-cards.ts": BROWSER,
  "components/cards/table.tsx": [...BROWSER, "@/components/ui/x"],
  "app/(dashboard)/cards/page.tsx": everythingExcept(
    "@/app/page",
    "@/sandbox/x",
    "@/e2e/fixtures/x",
    "@/scripts/x",
    "@/testing/x",
    "@/simulator/x",
    "@/lib/backup/x",
    "@/lib/db/x",
    "@/lib/drift/x",
    "@/lib/issuer/x",
    "@/lib/audit/x",
    "@/lib/card-index/x",
    "@/lib/postgres/x",
  ),
  "sandbox/store/cards.ts": [...PURE, "@/lib/postgres/x", "@/sandbox/x"],
  "e2e/specs/cards.spec.ts": [...PURE, "@/e2e/fixtures/x", "@/scripts/x", "@/testing/x"],
  "scripts/seed.ts": everythingExcept("@/app/page", "@/components/ui/x"),
  "simulator/world.ts": everythingExcept("@/app/page", "@/components/ui/x"),
  "instrumentation.ts": EVERYTHING,
  // A test can import anything except routes, and uses the sandbox through testing/.
  "lib/domain/money/money.test.ts": everythingExcept("@/app/page", "@/sandbox/x"),
  "testing/database.ts": everythingExcept("@/app/page"),
  "sandbox/spec/fields.ts": everythingExcept("@/app/page"),
  "sandbox/cards.integration.test.ts": everythingExcept("@/app/page"),
  "components/cards/table.test.tsx": everythingExcept("@/app/page"),
  "app/page.test.tsx": everythingExcept("@/app/page"),
};

const PACKAGES = ["zod", "node:fs", "./sibling", "./below/sibling"];
const RELATIVE = ["../sibling", "../../lib/domain/x"];
const FORMS: Record<string, string> = {
  "import for its effect": 'import "TARGET";',
  "import of a type": 'import type { T } from "TARGET"; export type U = T;',
  "import by name": 'import { x } from "TARGET"; export const y = x;',
  "export of everything": 'export * from "TARGET";',
  "export by name": 'export { x } from "TARGET";',
  "import when needed": 'export const load = () => import("TARGET");',
};

type Violations = Map<string, Set<number>>;
let folder: string;
let violations: Violations;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cardwell-import-rules-"));
  const files = new Map(
    Object.keys(ALLOWED_IMPORTS).map((path) => [
      path,
      [...EVERYTHING, ...PACKAGES, ...RELATIVE].map((to) => `import "${to}";`),
    ]),
  );
  files.set(
    "lib/domain/forms.ts",
    Object.values(FORMS).map((form) => form.replace("TARGET", "@/app/page")),
  );
  await write("components/ui/menu.ts", 'import type { Item } from "./item"; export type Menu = Item[];');
  await write(
    "components/ui/item.ts",
    'import type { Menu } from "./menu"; export type Item = { menu: Menu };',
  );
  for (const [path, lines] of files) await write(path, lines.join("\n"));
  // Outside a git checkout there is no ignore file.
  const { vcs: _, ...rules } = JSON.parse(await readFile(new URL("../biome.json", import.meta.url), "utf8"));
  await write("biome.json", JSON.stringify(rules));
  violations = await lint("style/noRestrictedImports");
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the linter", () => {
  it.each(Object.entries(ALLOWED_IMPORTS))(
    "lets %s import only what the architecture allows",
    (path, allowed) => {
      const imports = [...EVERYTHING, ...PACKAGES, ...RELATIVE];
      const passed = imports.filter((_, index) => !violations.get(path)?.has(index + 1));
      expect(passed.sort()).toEqual([...allowed, ...PACKAGES].sort());
    },
  );

  it.each(Object.keys(FORMS))("detects an %s", (form) => {
    const line = Object.keys(FORMS).indexOf(form) + 1;
    expect(violations.get("lib/domain/forms.ts")?.has(line)).toBe(true);
  });

  it("rejects two files that import each other, even if only for types", async () => {
    const cycles = await lint("suspicious/noImportCycles");
    expect([...cycles.keys()].sort()).toEqual(["components/ui/item.ts", "components/ui/menu.ts"]);
  });

  it("has a rule for every folder of lib", async () => {
    const entries = await readdir(new URL("../lib", import.meta.url), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `lib/${name}`);
    const covered = Object.keys(ALLOWED_IMPORTS).map(dirname);
    expect(folders.filter((name) => !covered.includes(name))).toEqual([]);
  });
});

async function lint(rule: string): Promise<Violations> {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  const options = ["lint", `--only=${rule}`, "--reporter=json", "--max-diagnostics=none", "."];
  const output = await new Promise<string>((resolve) => {
    // Biome exits with 1 if it finds something, which is expected here.
    execFile(process.execPath, [biome, ...options], { cwd: folder, maxBuffer: 2 ** 26 }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { category: string; location: { path: string; start: { line: number } } }[];
  };
  const found: Violations = new Map();
  for (const { category, location } of diagnostics) {
    expect(category).toBe(`lint/${rule}`);
    const lines = found.get(location.path) ?? new Set();
    found.set(location.path, lines.add(location.start.line));
  }
  return found;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
