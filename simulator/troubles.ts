import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Random } from "./edges/luck";
import type { Act, CardAct, Read, Step } from "./step";

/** In which people act and faults begin. */
export const ACTIVE_MS = 15_000;
const READERS: readonly Role[] = ["manager", "support", "finance", "auditor"];
/** The roles that are taken away in between. */
const CHANGED: readonly Role[] = ["support", "support", "manager"];
/** The frequent ones several times. */
export const CARD_ACTS: readonly CardAct[] = [
  "freeze",
  "freeze",
  "unfreeze",
  "unfreeze",
  "block",
  "reissue",
  "note",
];

/** Steps that are rarely close enough to each other by chance. */
export const TROUBLES = [
  drawStalledCreate,
  drawLostReadBack,
  drawLostChange,
  drawRoleChange,
  drawDisable,
  drawSameCard,
  drawBusyPage,
  drawCrashDuringAct,
  drawCrashDuringAct,
];

const PAUSE_MS = 200_000;

/** The response is lost, and the dashboard can't record that until another one considers it dead. */
function drawStalledCreate(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const dashboard = drawBelow(random, dashboards);
  const act: Act = { do: "create", customer: drawBelow(random, 3) };
  const stalledAtMs = atMs + drawBetween(random, 100, 2_900);
  // The long one costs many simulated minutes, so it is rare.
  const forMs = draw(random, dashboards > 1 ? [5_000, 5_000, PAUSE_MS] : [5_000]);
  return [
    { atMs, is: "act", person: "manager", dashboard, act, clicks: 1 },
    { atMs: atMs + 5, is: "fault", fate: "lose-response", rate: 1, forMs: 2_000 },
    // Queries wait for a minute at most.
    { atMs: stalledAtMs, is: forMs === PAUSE_MS ? "pause" : "stall", dashboard, forMs },
  ];
}

/** The issuer fails between a change and the reading of the card after it. */
function drawLostReadBack(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const act: Act = { do: draw(random, ["freeze", "block", "reissue"]), card: drawBelow(random, 3) };
  return [
    { atMs, is: "act", person: "manager", dashboard: drawBelow(random, dashboards), act, clicks: 1 },
    {
      atMs,
      is: "fault",
      fate: draw(random, ["refuse", "lose-request", "busy"]),
      rate: 1,
      forMs: drawBetween(random, 2_000, 8_000),
      isAfterChange: true,
    },
  ];
}

/** The issuer makes a change and can be read, but the response is lost. */
function drawLostChange(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const act: Act =
    random() < 0.3
      ? { do: "create", customer: drawBelow(random, 3) }
      : { do: draw(random, ["freeze", "block", "reissue", "reissue"]), card: drawBelow(random, 3) };
  return [
    { atMs, is: "act", person: "manager", dashboard: drawBelow(random, dashboards), act, clicks: 1 },
    {
      atMs,
      is: "fault",
      fate: draw(random, ["lose-response", "reset-after", "gateway-error-after"]),
      rate: 1,
      forMs: 2_000,
      isForChanges: true,
    },
  ];
}

/** The person acts while their role is changed. */
function drawRoleChange(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const [target, role] = [draw(random, CHANGED), draw(random, READERS)];
  const act = (person: Role, delayMs: number, act: Act): Step => ({
    atMs: Math.max(0, atMs + delayMs),
    is: "act",
    person,
    dashboard: drawBelow(random, dashboards),
    act,
    clicks: 1,
  });
  const own = (delayMs: number) =>
    act(target, delayMs, { do: draw(random, CARD_ACTS), card: drawBelow(random, 3) });
  return [
    act("admin", 0, { do: "change-role", target, role }),
    own(drawBetween(random, -20, 20)),
    own(drawBetween(random, -20, 20)),
    own(drawBetween(random, 500, 3_000)),
  ];
}

const INTERRUPTED: readonly Act[] = [
  { do: "create", customer: 0 },
  { do: "create", customer: 1 },
  { do: "freeze", card: 0 },
  { do: "block", card: 1 },
  { do: "reissue", card: 2 },
  { do: "note", card: 0 },
  { do: "request-report", report: "fee" },
  { do: "change-role", target: "support", role: "auditor" },
];
/** About as many as happen during an act. */
const MAX_EVENTS = 150;

/** The dashboard ends at some `await` of an act, and sometimes again while it starts. */
function drawCrashDuringAct(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const dashboard = drawBelow(random, dashboards);
  const downMs = drawBetween(random, 100, 3_000);
  const crash = (delayMs: number): Step => ({
    atMs: atMs + delayMs,
    is: "crash",
    dashboard,
    downMs,
    afterEvents: 1 + drawBelow(random, MAX_EVENTS),
  });
  return [
    { atMs, is: "act", person: "admin", dashboard, act: draw(random, INTERRUPTED), clicks: 1 },
    crash(0),
    ...(random() < 0.3 ? [crash(downMs + 500)] : []),
  ];
}

/** The person is disabled while they change their password. */
function drawDisable(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const target = draw(random, CHANGED);
  const act = (person: Role, delayMs: number, act: Act): Step => ({
    atMs: atMs + delayMs,
    is: "act",
    person,
    dashboard: drawBelow(random, dashboards),
    act,
    clicks: 1,
  });
  const steps = [
    act(target, 0, { do: "change-password" }),
    act("admin", drawBelow(random, 16), { do: "disable", target }),
  ];
  return random() < 0.3 ? [...steps, act("admin", 10_000, { do: "enable", target })] : steps;
}

/** Two people act on one card within a second. */
function drawSameCard(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const card = drawBelow(random, 3);
  return (["support", "manager", "admin"] as const).map((person) => ({
    atMs: atMs + drawBelow(random, 1_000),
    is: "act",
    person,
    dashboard: drawBelow(random, dashboards),
    act: { do: draw(random, CARD_ACTS), card },
    clicks: 1,
  }));
}

/** Pages connect at the moment at which others publish events. */
function drawBusyPage(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const pages = Array.from({ length: 6 }, () => ({
    ...drawPage(random, dashboards),
    atMs: atMs + drawBelow(random, 150),
  }));
  const notes = Array.from(
    { length: 6 },
    (): Step => ({
      atMs: atMs + drawBetween(random, 60, 250),
      is: "act",
      person: draw(random, ["support", "manager", "admin"]),
      dashboard: drawBelow(random, dashboards),
      act: { do: "note", card: drawBelow(random, 3) },
      clicks: 1,
    }),
  );
  return [...pages, ...notes];
}

const READS: readonly Read[] = [
  // The cardholder and a customer of testing/arbitraries.ts and prepare-databases.ts.
  { what: "search", text: "Ada" },
  { what: "search", text: "first-customer-1" },
  { what: "cards" },
  { what: "cards" },
  { what: "sorted-cards" },
  { what: "transactions" },
  { what: "audit" },
];

export function drawRead(random: Random, dashboards: number): Extract<Step, { is: "read" }> {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "read",
    person: draw(random, ROLES),
    dashboard: drawBelow(random, dashboards),
    read: draw(random, READS),
  };
}

/** While people read, the issuer fails or their roles and sessions end. */
export function drawInterruptedRead(random: Random, dashboards: number): Step[] {
  const first = drawRead(random, dashboards);
  const reads = Array.from({ length: 4 }, () => ({
    ...drawRead(random, dashboards),
    person: first.person,
    atMs: first.atMs + drawBelow(random, 400),
  }));
  const atMs = first.atMs + drawBelow(random, 200);
  const dashboard = drawBelow(random, dashboards);
  const role = draw(random, READERS);
  const target = first.person;
  const interruption = draw<Step>(random, [
    { atMs, is: "fault", fate: "busy", rate: 0.6, forMs: 2_000 },
    { atMs, is: "act", person: target, dashboard, act: { do: "sign-out" }, clicks: 1 },
    // Nobody changes their own role.
    { atMs, is: "act", person: "admin", dashboard, act: { do: "change-role", target, role }, clicks: 1 },
  ]);
  return [first, ...reads, interruption];
}

export function drawPage(random: Random, dashboards: number): Extract<Step, { is: "open-page" }> {
  const [person, dashboard] = [draw(random, READERS), drawBelow(random, dashboards)];
  return { atMs: drawBelow(random, ACTIVE_MS), is: "open-page", person, dashboard };
}
