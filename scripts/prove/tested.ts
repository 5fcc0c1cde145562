import { ACTIONS, PAGES, ROUTES } from "@/e2e/specs/access/matrix";
import { ROLES } from "@/lib/domain/people/permissions";
import { ssrfLinks } from "@/testing/ssrf-links";
import { defineClaim } from "./claim";
import { runPlaywright, runVitest } from "./run-tests";
import type { Engine } from "./world";

// Claims that tests of the repository prove completely: the tests run here, and their counts are the figure.

const PROJECTS: Record<Engine, string> = { PGlite: "pglite", PostgreSQL: "postgres" };

const guarded = (access: object) => Object.values(access).filter((roles) => roles !== "public").length;
/** Each page and route: five roles and nobody, with and without proxy.ts. */
const REQUESTS = (guarded(PAGES) + guarded(ROUTES)) * (ROLES.length + 1) * 2;
/** Each action: five roles, no cookie, a forged one, an ended session, and a disabled person. */
const CALLS = guarded(ACTIONS) * (ROLES.length + 4);

export const access = defineClaim({
  name: "access",
  table: "input",
  claim: "Every page, route and action × every role, nobody, ended sessions, and disabled people",
  how: "`e2e/specs/access/access.spec.ts` (with and without proxy.ts), `lib/actions/access.integration.test.ts` on both engines, `scripts/access-matrix.test.ts` (nothing is missing from the matrix)",
  goal: "no unexpected allow",
  async run() {
    const counts = [
      await runVitest("unit", ["scripts/access-matrix.test.ts"]),
      ...(await bothEngines(["lib/actions/access.integration.test.ts"])),
      await runPlaywright(["e2e/specs/access/access.spec.ts"]),
    ];
    const { passed, failed } = sum(counts);
    return {
      figure: `${REQUESTS} requests and ${CALLS} calls of actions on each engine: ${passed} tests passed, ${failed} failed`,
      isMet: failed === 0,
    };
  },
});

export const reportLinks = defineClaim({
  name: "report-links",
  table: "faults",
  claim: "Report link: truncated, slow, silent, wrong size, HTML, empty, reset, dead",
  how: "`lib/reports/capture.integration.test.ts` and `lib/reports/links.integration.test.ts` on both engines: the file is requested again, compared byte by byte, and never visible in part",
  goal: "all detected, none visible half-done, requested again",
  async run() {
    const files = ["lib/reports/capture.integration.test.ts", "lib/reports/links.integration.test.ts"];
    const { passed, failed } = sum(await bothEngines(files));
    return { figure: `8 kinds of bad links, ${passed} tests passed, ${failed} failed`, isMet: failed === 0 };
  },
});

export const ssrf = defineClaim({
  name: "ssrf",
  table: "input",
  claim: "SSRF links: encoded and mapped addresses, user info, redirects, rebinding, other schemes",
  how: "`lib/reports/open-link.test.ts` against a listener that counts connections; `lib/reports/links.integration.test.ts` for redirects and both lookups",
  goal: "≥ 100 links, 0 connections",
  async run() {
    const { passed, failed } = sum([
      await runVitest("unit", ["lib/reports/open-link.test.ts"]),
      await runVitest("pglite", ["lib/reports/links.integration.test.ts"], "a link"),
    ]);
    return {
      figure: `${ssrfLinks(1).length} links and 14 rebinding answers: 0 connections (${passed} tests passed, ${failed} failed)`,
      isMet: failed === 0,
    };
  },
});

export const accessibility = defineClaim({
  name: "accessibility",
  table: "input",
  claim: "axe (WCAG 2.2 AA) on every page, both themes, wide and narrow; journeys by keyboard alone",
  how: "every test in `e2e/specs` with “accessible” or “keyboard” in its name, in Chromium",
  goal: "0 violations, all complete",
  async run() {
    const { passed, failed } = await runPlaywright([], "accessible|keyboard");
    return { figure: `${passed} tests passed, ${failed} failed`, isMet: failed === 0 };
  },
});

async function bothEngines(files: string[]) {
  const counts = [];
  for (const project of Object.values(PROJECTS)) counts.push(await runVitest(project, files));
  return counts;
}

function sum(counts: { passed: number; failed: number }[]) {
  return {
    passed: counts.reduce((total, { passed }) => total + passed, 0),
    failed: counts.reduce((total, { failed }) => total + failed, 0),
  };
}
