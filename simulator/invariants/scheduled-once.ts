import { availablePeriods, type ReportType } from "@/lib/domain/reports/report-calendar";
import { type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { time } from "@/simulator/edges/virtual-time";
import { isCarriedOut } from "@/simulator/effects";
import type { Intent } from "@/simulator/intent";
import { doneAt, isRefused, listChanges, possibleValues } from "@/simulator/possible-values";
import type { Step } from "@/simulator/step";
import { SETTLED_DAY } from "@/simulator/world";
import type { Evidence, Invariant } from "./invariant";

const SCHEDULED: readonly ReportType[] = ["daily", "fee"];

export const scheduledOnce: Invariant = {
  name: "scheduled-once",
  promise:
    "Every available period of a schedule is stored or has failed with a reason, and the issuer is asked for it again only for a reason.",
  when: "end",
  async findViolation(evidence) {
    for (const type of SCHEDULED) {
      for (const date of availablePeriods(type, SETTLED_DAY, toIsoDate(new Date(time.now)))) {
        const problem =
          (await findMissing(evidence, type, date)) ?? (await findRepeated(evidence, type, date));
        if (problem) return `${problem} ${type} report of ${date}`;
      }
    }
    return null;
  },
};

async function findMissing(
  { world, crowd }: Evidence,
  type: ReportType,
  date: IsoDate,
): Promise<string | null> {
  const changes = listChanges<"on" | "off">(crowd.intents, ({ act }) => {
    if ((act.do !== "schedule-report" && act.do !== "stop-schedule") || act.report !== type) return null;
    return act.do === "schedule-report" ? "on" : "off";
  });
  if (possibleValues<"on" | "off">("off", changes, time.now).includes("off")) return null;
  const [stored] = await world.databases.dashboard.read(
    `select from report_requests
     where type = $1 and date = $2 and (state = 'captured' or (state = 'failed' and reason is not null)) limit 1`,
    [type, date],
  );
  return stored ? null : "Nobody knows what became of the scheduled";
}

/** Each of them is a reason to ask again. */
const LOSES_ASKS = new Set<Step["is"]>(["crash", "stall", "pause", "database-fault"]);
/** After such a time there was a break, in which links and leases expire. */
const BREAK_MS = 60_000;

/** By what the issuer received. A download that stalls is known to nobody else than the dashboard. */
async function findRepeated(
  { plan, world, crowd }: Evidence,
  type: ReportType,
  date: IsoDate,
): Promise<string | null> {
  const asks = world.network.calls.filter(
    (call) => call.path.includes(`/files/${type}/`) && call.path.includes(date) && isCarriedOut(call),
  );
  const lost = [
    ...asks.filter(({ answer }) => answer !== 200),
    ...asks.filter(({ sentAt }, index) => sentAt > (asks[index - 1]?.sentAt ?? sentAt) + BREAK_MS),
    ...plan.steps.filter(({ is }) => LOSES_ASKS.has(is)),
    ...crowd.intents.filter(({ act }) => act.do === "stop-schedule" && act.report === type),
    ...(await world.databases.dashboard.read("select from report_captures where state = 'failed'")),
  ];
  const wanted = countWanted(crowd.intents, type, date);
  const isRepeated = asks.length > wanted + lost.length;
  return isRepeated ? `The issuer was asked ${asks.length} times instead of ${wanted} for the` : null;
}

/** Once for each person who asks for it, and once for all schedules unless it had been asked for before. */
function countWanted(intents: Intent[], type: ReportType, date: IsoDate): number {
  const possible = intents.filter((intent) => !isRefused(intent));
  const own = possible.filter(
    ({ act }) => act.do === "request-report" && act.report === type && date === SETTLED_DAY,
  );
  const automatic = possible.filter(
    ({ act }) => act.do === "request-missing" || (act.do === "schedule-report" && act.report === type),
  );
  const firstAt = Math.min(...automatic.map(({ begunAt }) => begunAt));
  const isThereBefore = own.some((intent) => (doneAt(intent) ?? Number.POSITIVE_INFINITY) < firstAt);
  return own.length + (automatic.length > 0 && !isThereBefore ? 1 : 0);
}
