import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS, PAGES, ROUTES } from "@/e2e/specs/access/matrix";
import { KNOWN_BUGS } from "@/scripts/known-bugs.mjs";

const root = join(import.meta.dirname, "..", "..");

/** What a claim is about, by names. */
export type Covers = Partial<
  Record<"pages" | "routes" | "actions" | "work" | "promises" | "bugs", readonly string[]>
>;

/** What a figure was measured over. */
export type Coverage = { [Part in keyof Covers]: { count: number; hash: string } };

/** All of each part of the product, for claims that must hold everywhere. */
export const ALL = {
  pages: Object.keys(PAGES),
  routes: Object.keys(ROUTES),
  actions: Object.keys(ACTIONS),
  /** What runs besides requests, and so in every figure of load and faults. */
  work: [
    ...readFileSync(join(root, "lib/jobs/background-work.ts"), "utf8").matchAll(/^ {2}(\w+(?:Job|Work)),$/gm),
  ].map(([, name]) => name ?? ""),
  promises: readdirSync(join(root, "simulator/invariants")).filter(
    (file) => !["all-invariants.ts", "invariant.ts"].includes(file),
  ),
  bugs: Object.keys(KNOWN_BUGS),
} satisfies Covers;

/** For one and for several. */
const UNITS = {
  pages: ["page", "pages"],
  routes: ["route", "routes"],
  actions: ["action", "actions"],
  work: ["kind of background work", "kinds of background work"],
  promises: ["promise", "promises"],
  bugs: ["bug", "bugs"],
} as const satisfies Record<keyof Covers, readonly [string, string]>;

export function coverageOf(covers: Covers): Coverage {
  return Object.fromEntries(
    Object.entries(covers).map(([part, names]) => {
      const hash = createHash("sha256")
        .update([...names].sort().join("\n"))
        .digest("hex")
        .slice(0, 12);
      return [part, { count: names.length, hash }];
    }),
  );
}

/** The product has parts that the figure doesn't cover, or nobody knows what it covers. */
export function isStale(covers: Covers, measured: Coverage | undefined): boolean {
  const now = Object.entries(coverageOf(covers)) as [keyof Covers, { hash: string }][];
  return !measured || now.some(([part, { hash }]) => measured[part]?.hash !== hash);
}

export function describeCoverage(covered: Coverage | undefined): string {
  const parts = Object.entries(covered ?? {}) as [keyof Covers, { count: number }][];
  return parts.map(([part, { count }]) => `${count} ${UNITS[part][count === 1 ? 0 : 1]}`).join(", ") || "–";
}
