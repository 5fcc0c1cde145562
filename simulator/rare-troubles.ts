import type { Role } from "@/lib/domain/people/permissions";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Random } from "./edges/luck";
import type { Act, Step } from "./step";
import { ACTIVE_MS, drawPage } from "./troubles";

/** How many plans have one of them. */
const RARE_RATE = 0.1;

/** What hardly ever happens by chance, from a stream of its own, so that the other plans keep their course. */
export function drawRareTroubles(random: Random, dashboards: number): Step[] {
  return random() < RARE_RATE ? draw(random, RARE_TROUBLES)(random, dashboards) : [];
}

const RARE_TROUBLES = [drawCrowd, drawSignedOutRetry, drawCutOffReport, drawInterruptedExport];

/**
 * Many pages connect to one dashboard at once, so that it opens many connections to its database, some of them slow.
 * People write notes while a slow one reads what a page has missed.
 */
function drawCrowd(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const dashboard = drawBelow(random, dashboards);
  const pages = Array.from({ length: 10 }, () => ({
    ...drawPage(random, dashboards),
    dashboard,
    atMs: atMs + drawBelow(random, 20),
  }));
  const notes = Array.from(
    { length: 10 },
    (): Step => ({
      atMs: atMs + drawBelow(random, 350),
      is: "act",
      person: draw(random, ["support", "manager", "admin"]),
      dashboard: drawBelow(random, dashboards),
      act: { do: "note", card: drawBelow(random, 3) },
      clicks: 1,
    }),
  );
  return [...pages, ...notes];
}

/** A response is lost, and the person is signed out when they try again, but not the time after that. */
function drawSignedOutRetry(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const person = draw<Role>(random, ["manager", "admin"]);
  const act = (delayMs: number, act: Act): Step => {
    const dashboard = drawBelow(random, dashboards);
    return { atMs: atMs + delayMs, is: "act", person, dashboard, act, clicks: 1 };
  };
  const create: Act = { do: "create", customer: drawBelow(random, 3) };
  const reissue: Act = { do: "reissue", card: drawBelow(random, 3) };
  return [
    act(0, draw(random, [create, create, reissue])),
    { atMs, is: "lose-answers", rate: 1, forMs: drawBetween(random, 1_000, 2_000) },
    // People try again after four seconds.
    act(drawBetween(random, 2_000, 3_000), { do: "sign-out" }),
    act(drawBetween(random, 6_000, 7_000), { do: "sign-in" }),
  ];
}

/** The file of a report is cut off while it is downloaded. */
function drawCutOffReport(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  return [
    {
      atMs,
      is: "act",
      person: draw<Role>(random, ["finance", "admin"]),
      dashboard: drawBelow(random, dashboards),
      act: { do: "request-report", report: draw(random, ["fee", "daily"]) },
      clicks: 1,
    },
    {
      // The issuer prepares it for one and a half seconds, and a job downloads it.
      atMs: atMs + drawBetween(random, 1_000, 2_000),
      is: "fault",
      fate: "truncate",
      rate: draw(random, [0.6, 1]),
      forMs: drawBetween(random, 3_000, 7_000),
    },
  ];
}

/** The list of cards has several pages, and the issuer fails on some of them. */
function drawInterruptedExport(random: Random, dashboards: number): Step[] {
  const atMs = drawBetween(random, 6_000, ACTIVE_MS);
  const creates = [0, 1, 2, 3].map(
    (index): Step => ({
      atMs: 500 + index * 400,
      is: "act",
      person: draw<Role>(random, ["manager", "admin"]),
      dashboard: drawBelow(random, dashboards),
      act: { do: "create", customer: drawBelow(random, 3) },
      clicks: 1,
    }),
  );
  const exports = Array.from(
    { length: 5 },
    (): Step => ({
      atMs: atMs + drawBelow(random, 600),
      is: "read",
      person: draw<Role>(random, ["manager", "finance", "auditor"]),
      dashboard: drawBelow(random, dashboards),
      read: { what: "cards" },
    }),
  );
  const fate = draw(random, ["busy", "reset-after", "gateway-error-after"] as const);
  const rate = draw(random, [0.3, 0.6]);
  return [...creates, ...exports, { atMs, is: "fault", fate, rate, forMs: 3_000 }];
}
