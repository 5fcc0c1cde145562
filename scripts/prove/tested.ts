import { ACTIONS, PAGES, ROUTES } from "@/e2e/specs/access/matrix";
import { ROLES } from "@/lib/domain/people/permissions";
import { defineClaim } from "./claim";
import { addRuns, type TestRun } from "./count-tests";
import { ALL } from "./coverage";
import { runPlaywright, runVitest } from "./run-tests";
import type { Engine } from "./world";

// Claims that tests of the repository prove completely: the tests run here, and what they count is the figure.

const PROJECTS: Record<Engine, string> = { PGlite: "pglite", PostgreSQL: "postgres" };

const guarded = (access: object) => Object.values(access).filter((roles) => roles !== "public").length;
/** Each page and route but the event stream: five roles and nobody, with and without proxy.ts. */
const REQUESTS = (guarded(PAGES) + guarded(ROUTES) - 1) * (ROLES.length + 1) * 2;
/** Each action but signing out, on each engine: five roles, no cookie, a forged one, an ended session, a disabled person. */
const CALLS = (guarded(ACTIONS) - 1) * (ROLES.length + 4) * 2;

export const access = defineClaim({
  name: "access",
  covers: { pages: ALL.pages, routes: ALL.routes, actions: ALL.actions },
  table: "input",
  claim: "Every page, route and action × every role, nobody, ended sessions, and disabled people",
  how: "`e2e/specs/access/access.spec.ts` (with and without proxy.ts), `lib/actions/access.integration.test.ts` on both engines, `scripts/access-matrix.test.ts` (nothing is missing from the matrix); the tests count what they try, and it is compared with the matrix",
  goal: "no unexpected allow, nothing left out",
  async run() {
    const run = addRuns([
      await runVitest("unit*", ["scripts/access-matrix.test.ts"]),
      ...(await bothEngines(["lib/actions/access.integration.test.ts"])),
      await runPlaywright(["e2e/specs/access/access.spec.ts"]),
    ]);
    const [requests, calls] = [count(run, "requests"), count(run, "calls")];
    return {
      figure: `${requests} of ${REQUESTS} requests and ${calls} of ${CALLS} calls of actions as the matrix says; ${describe(run)}`,
      isMet: run.failed === 0 && requests >= REQUESTS && calls >= CALLS,
    };
  },
});

/** In the first file eight kinds, in the second four links that must not be opened, three bad files, and a redirect. */
const BAD_LINKS = 8 + 8;

export const reportLinks = defineClaim({
  name: "report-links",
  covers: { actions: ["request-report"] },
  table: "faults",
  claim: "Report link: truncated, slow, silent, wrong size, HTML, empty, reset, dead",
  how: "`lib/reports/capture.integration.test.ts` and `lib/reports/links.integration.test.ts` on both engines: the file is requested again, compared byte by byte, and never visible in part",
  goal: "all detected, none visible half-done, requested again",
  async run() {
    const runs = await bothEngines([
      "lib/reports/capture.integration.test.ts",
      "lib/reports/links.integration.test.ts",
    ]);
    const counts = runs.map((run) => count(run, "bad links"));
    return {
      figure: `${counts.join(" and ")} bad links on the two engines: all detected; ${describe(addRuns(runs))}`,
      isMet: addRuns(runs).failed === 0 && counts.every((count) => count >= BAD_LINKS),
    };
  },
});

const MIN_SSRF_LINKS = 100;
const MIN_REBINDING_ANSWERS = 14;

export const ssrf = defineClaim({
  name: "ssrf",
  covers: { routes: ["/api/webhooks/issuer"] },
  table: "input",
  claim: "SSRF links: encoded and mapped addresses, user info, redirects, rebinding, other schemes",
  how: "`lib/reports/open-link.test.ts` against a listener that counts connections; `lib/reports/links.integration.test.ts` for redirects and both lookups",
  goal: "≥ 100 links, 0 connections",
  async run() {
    const run = addRuns([
      await runVitest("unit*", ["lib/reports/open-link.test.ts"]),
      await runVitest("pglite", ["lib/reports/links.integration.test.ts"], "a link"),
    ]);
    const [links, answers] = [count(run, "links"), count(run, "rebinding answers")];
    return {
      figure: `${links} links and ${answers} rebinding answers refused, ${count(run, "bad links")} links of webhooks: ${count(run, "connections")} connections; ${describe(run)}`,
      isMet: run.failed === 0 && links >= MIN_SSRF_LINKS && answers >= MIN_REBINDING_ANSWERS,
    };
  },
});

/** A person signs in, finds, freezes, blocks and creates a card (two types, two kinds of customer) without a mouse. */
const MIN_KEYBOARD_JOURNEYS = 6;

export const accessibility = defineClaim({
  name: "accessibility",
  covers: { pages: ALL.pages },
  table: "input",
  claim: "axe (WCAG 2.2 AA) on every page, both themes, wide and narrow; journeys by keyboard alone",
  how: "every test in `e2e/specs` with “accessible” or “keyboard” in its name, in Chromium; the scanned paths are compared with the list of all pages",
  goal: "every page, 0 violations, all complete",
  async run() {
    const scans = await runPlaywright([], "accessible");
    const journeys = await runPlaywright([], "keyboard");
    const paths = scans.tried.accessibility ?? [];
    const missing = Object.keys(PAGES).filter((page) => !paths.some((path) => toPattern(page).test(path)));
    const pages = Object.keys(PAGES).length;
    return {
      figure: `${pages - missing.length} of ${pages} pages in ${paths.length} states, each in both themes, wide and narrow: ${describe(scans)}${missing.length > 0 ? ` (without ${missing.join(", ")})` : ""}; journeys by keyboard: ${describe(journeys)}`,
      isMet:
        scans.failed + journeys.failed === 0 &&
        missing.length === 0 &&
        journeys.passed >= MIN_KEYBOARD_JOURNEYS,
    };
  },
});

const MIN_CARDS = 1_200;

export const manyAtOnce = defineClaim({
  name: "many-at-once",
  covers: { pages: ["/bulk/issue", "/bulk/[runId]"], actions: ["start-issue-run", "start-run", "undo-run"] },
  table: "faults",
  claim: "One row is one card, and 1,200 cards frozen by filter",
  how: "`e2e/specs/issue-run.spec.ts`: a file of 400 rows, the process killed twice, the issuer failing in five ways, and the same file again; in the end the issuer's cards are counted; `e2e/specs/bulk-many.spec.ts`: a manager freezes the cards that match a filter, of which the issuer refuses some, while a colleague freezes, unfreezes, and blocks 250 of them, and then undoes the run; after both, the status of every card is compared at the issuer",
  goal: "exactly 400 cards issued; at least 1,200 tried to freeze, every one as it must be, and exactly those of the run unfrozen",
  async run() {
    const run = await runPlaywright(
      ["e2e/specs/issue-run.spec.ts", "e2e/specs/bulk-many.spec.ts"],
      "each row is one card|freezes many cards|unfreezes exactly the cards",
    );
    const [done, failed] = [count(run, "done cards"), count(run, "failed cards")];
    const [skipped, unfrozen] = [count(run, "skipped cards"), count(run, "unfrozen cards")];
    return {
      figure: `${done + failed + skipped} cards match: ${done} done, ${failed} failed, ${skipped} skipped; ${unfrozen} unfrozen; ${describe(run)}`,
      isMet: run.failed === 0 && run.passed === 3 && done + failed >= MIN_CARDS && unfrozen > 0,
    };
  },
});

/** A page's path as in the matrix. `/cards/new` is not a card. */
function toPattern(page: string): RegExp {
  return new RegExp(`^${page.replace(/\[\w+\]/g, "(?!new$)[^/]+")}$`);
}

async function bothEngines(files: string[]): Promise<TestRun[]> {
  const runs = [];
  for (const project of Object.values(PROJECTS)) runs.push(await runVitest(project, files));
  return runs;
}

const count = ({ tried }: TestRun, what: string) => tried[what]?.length ?? 0;

const describe = ({ passed, failed }: TestRun) => `${passed} tests passed, ${failed} failed`;
