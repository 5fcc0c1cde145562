import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Written by `npm run test:all` when everything has passed. It belongs in the commit after it. */
export const RECORD_FILE = "docs/full-run.json";

/**
 * @typedef {object} FullRun the last run in which every test passed
 * @property {string} commit
 * @property {string} date
 * @property {number} passed
 * @property {number} minutes
 */

const ISSUING = ["components/cards/create-wizard/", "lib/contract/", "app/(dashboard)/cards/new/"];
const STARTING = ["scripts/start.mjs", "lib/env.ts", "lib/domain/settings/", "lib/jobs/start-dashboard.ts"];
const PACKAGING = [
  ...["scripts/package/", "scripts/package.mjs", "deploy/", "next.config.mjs", "package-lock.json"],
  ...["lib/postgres/", "lib/jobs/", "instrumentation.ts", "proxy.ts"],
];

/**
 * What the tests with the tag @full of each browser spec guard, by the beginning of paths. They run in
 * `npm run test:all`; a change of the spec or of one of these brings them back into `npm test`.
 * @type {Record<string, readonly string[]>}
 */
export const GUARDED_BY = {
  "attention.spec.ts": ["lib/card-index/attention/", "lib/jobs/resolve-", "components/overview/"],
  "bulk-many.spec.ts": ["lib/runs/", "lib/actions/plan-run.ts", "lib/card-index/change-card.ts"],
  "confirm-identity.spec.ts": ["lib/auth/second-factor/", "lib/actions/confirm-identity.ts"],
  "coverage.spec.ts": ["lib/reports/", "components/reports/", "lib/domain/reports/"],
  "create-card-accessibility.spec.ts": ISSUING,
  "create-card-outcomes.spec.ts": [...ISSUING, "lib/jobs/resolve-", "lib/issuer/"],
  "create-card.spec.ts": ISSUING,
  "drift.spec.ts": ["lib/drift/", "lib/contract/drift/"],
  "early-keys.spec.ts": ["components/ui/popups/", "lib/client/buffer-keys.ts", "lib/client/key-targets.ts"],
  "issue-file.spec.ts": ["components/edit-grid/", "components/runs/issue/", "lib/contract/issue-rows/"],
  "issue-run.spec.ts": ["lib/runs/", "lib/actions/create-card.ts", "lib/audit/operations.ts"],
  "kit.spec.ts": [
    "e2e/kit/",
    "e2e/pages/",
    "e2e/fixtures/",
    "examples/",
    "scripts/kit/",
    "scripts/pack-kit.mjs",
  ],
  "package.spec.ts": PACKAGING,
  "palette.spec.ts": ["components/palette/"],
  "passkeys.spec.ts": ["lib/auth/second-factor/", "components/security/"],
  "reissue.spec.ts": [
    "components/cards/reissue/",
    "lib/domain/cards/renewal.ts",
    "lib/contract/reissue-card.ts",
  ],
  "reports.spec.ts": ["lib/reports/", "lib/events/webhook-"],
  "rotation.spec.ts": ["lib/db/seal", "lib/auth/session-token.ts", "lib/jobs/reencrypt-job.ts"],
  "secrets.spec.ts": [...STARTING, "lib/logging/", "lib/log.ts", "scripts/tasks/setup.ts"],
  "single-sign-on.spec.ts": ["lib/auth/single-sign-on/"],
  "smoke.spec.ts": ["scripts/smoke/", "scripts/smoke.mjs"],
  "transactions.spec.ts": ["lib/reconciliation/refresh-facts.ts", "lib/card-index/find-facts.ts"],
  "two-instances.spec.ts": ["lib/events/", "lib/postgres/", "lib/client/event-stream.ts"],
};

/**
 * Steps that need more than Node and a browser, and what they guard, in the same way.
 * @type {Record<string, readonly string[]>}
 */
export const GUARDED_BY_STEP = {
  nginx: ["deploy/", "scripts/package/nginx.test.ts", "e2e/fixtures/nginx.ts"],
  prometheus: ["deploy/", "lib/metrics/", "lib/alerts/readers/", "scripts/metrics.prometheus.test.ts"],
  office: [
    "lib/xlsx/",
    "lib/csv/",
    "lib/spreadsheets/",
    "lib/lists/",
    "lib/queries/",
    "testing/open-in-libreoffice.ts",
  ],
};

/**
 * @param {string} step
 * @param {readonly string[] | null} changedPaths null if nobody knows
 */
export function isStepDue(step, changedPaths) {
  const guarded = GUARDED_BY_STEP[step];
  return !guarded || hasChanged(guarded, changedPaths);
}

/**
 * @param {readonly string[]} guarded the beginning of paths
 * @param {readonly string[] | null} changedPaths null if nobody knows
 */
export function hasChanged(guarded, changedPaths) {
  return changedPaths?.some((path) => guarded.some((start) => path.startsWith(start))) ?? true;
}

/**
 * The specs whose full tests are due: something that they guard has changed since all of them last passed.
 * @param {readonly string[] | null} changedPaths null if nobody knows
 * @returns {string[]}
 */
export function findDueSpecs(changedPaths) {
  return Object.entries(GUARDED_BY)
    .filter(([spec, guarded]) => hasChanged([`e2e/specs/${spec}`, ...guarded], changedPaths))
    .map(([spec]) => spec);
}

/**
 * @param {string} root
 * @returns {FullRun | null}
 */
export function readFullRun(root) {
  try {
    return JSON.parse(readFileSync(join(root, RECORD_FILE), "utf8"));
  } catch {
    return null;
  }
}

/**
 * Committed or not. Null if git doesn't know the commit, as in a shallow clone, or there is no git.
 * @param {string} root
 * @param {string} commit
 * @returns {string[] | null}
 */
export function listChangesSince(root, commit) {
  const changed = runGit(root, "diff", "--name-only", "-z", commit);
  const added = runGit(root, "ls-files", "--others", "--exclude-standard", "-z");
  return changed === null || added === null ? null : `${changed}${added}`.split("\0").filter(Boolean);
}

/**
 * The commit that is checked out, if nothing differs from it.
 * @param {string} root
 * @returns {string | null}
 */
export function findCleanCommit(root) {
  return runGit(root, "status", "--porcelain") === ""
    ? (runGit(root, "rev-parse", "HEAD")?.trim() ?? null)
    : null;
}

/**
 * Playwright searches it in a test's file, title, and tags: full tests, but for those of these specs.
 * @param {readonly string[]} dueSpecs
 */
export function skippedFullTests(dueSpecs) {
  const due = dueSpecs.map((spec) => `(?:^|[ /])${spec.replaceAll(".", "\\.")} `);
  return due.length === 0 ? /@full\b/ : new RegExp(`^(?!.*(?:${due.join("|")})).*@full\\b`);
}

/**
 * @param {string} root
 * @param {string[]} args
 * @returns {string | null}
 */
function runGit(root, ...args) {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return null;
  }
}
