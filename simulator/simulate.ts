import { ROLES } from "@/lib/domain/people/permissions";
import type { Job } from "@/lib/jobs/queue";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "@/lib/jobs/resolve-operations";
import { reconcileJob } from "@/lib/reconciliation/reconcile-job";
import { reportWorkJob } from "@/lib/reports/report-work-job";
import { runsJob } from "@/lib/runs/runs-job";
import { Browser } from "./browser";
import { luckOf } from "./edges/luck";
import { runOn } from "./edges/machines";
import { unhandledRejections } from "./edges/unhandled-rejections";
import { time } from "./edges/virtual-time";
import { Faults } from "./faults";
import type { Intent } from "./intent";
import { INVARIANTS } from "./invariants/all-invariants";
import { findIndexDifference } from "./invariants/index-converges";
import type { Evidence, Invariant } from "./invariants/invariant";
import { findUncompared } from "./invariants/reconciliation-converges";
import { COLLEAGUES } from "./names";
import { Crowd, signInEveryone } from "./people";
import { PREPARED_AGE_MS, type Prepared } from "./prepare-databases";
import { Readers } from "./readers";
import type { Plan, Step } from "./step";
import { drive, driveUntilDone, World } from "./world";

export type Violation = { invariant: string; promise: string; what: string; atMs: number };
export type Outcome = {
  violation: Violation | null;
  traceHash: string;
  events: number;
  intents: Intent[];
  /** Log lines of level error. */
  errors: string[];
  simulatedMs: number;
};

const CHECK_EVERY_MS = 5_000;
/** After the last step: longer than any resolution takes once the issuer responds. */
const MAX_QUIET_MS = 600_000;
/** Time for the index to find the last change. */
const MIN_QUIET_MS = 10_000;

/** Runs one plan. The same plan always gives the same outcome. */
export async function simulate(plan: Plan, { databases, cardIds }: Prepared): Promise<Outcome> {
  time.reset(PREPARED_AGE_MS);
  unhandledRejections.length = 0;
  databases.dashboard.restore();
  const faults = new Faults(luckOf(plan.seed, "faults"));
  const world = await World.open(plan.seed, databases, (call) => faults.choose(call));
  world.issuer.clockOffsetMs = plan.clockOffsetsMs.issuer;
  world.clockOffsetsMs = plan.clockOffsetsMs.dashboards;
  world.sessionLimit = plan.sessionLimit;
  try {
    for (let index = 0; index < plan.dashboards; index++) await driveUntilDone(world.startDashboard(index));
    const [first] = world.dashboards;
    if (!first) throw new Error("No dashboard");
    const names = [...ROLES, ...(plan.sessionLimit === null ? [] : COLLEAGUES)];
    const people = await driveUntilDone(runOn(first, null, () => signInEveryone(names)));
    const crowd = new Crowd(world, people, luckOf(plan.seed, "people"), cardIds);
    const evidence: Evidence = { plan, world, crowd, readers: new Readers(world, crowd), browsers: [] };
    const startedAt = time.now;
    const watch = new Watch(evidence);
    const isFailed = () => watch.violation !== null;
    for (const part of splitAtBreaks(plan.steps)) {
      for (const step of part.steps)
        time.schedule(step.atMs - part.fromMs, step.is, () => begin(step, { ...evidence, faults }));
      await drive(isFailed, time.now + part.toMs - part.fromMs, () => watch.check("always"));
      if (part.breakMs > 0) await takeBreak(part.breakMs, evidence, watch);
    }
    faults.clear();
    world.isCalm = true;
    crowd.loseAnswers(0, 0);
    world.databases.dashboard.clearFaults();
    const endAt = time.now + MAX_QUIET_MS;
    let quietFrom = time.now;
    const isQuiet = () => {
      if (world.databases.dashboard.isStalled || !world.isComplete) quietFrom = time.now;
      return isFailed() || (time.now - quietFrom >= MIN_QUIET_MS && crowd.isDone);
    };
    await drive(isQuiet, endAt, () => watch.check("always", true));
    await runNow(world, reportWorkJob);
    void crowd.workAgain();
    const isOver = () => isFailed() || (crowd.isDone && world.network.isIdle && watch.isSettled);
    watch.isSettled = false;
    await drive(isOver, endAt, () => watch.check("always", true));
    // A paused run learns what became of its rows.
    if (plan.steps.some((step) => step.is === "act" && step.act.do === "issue-file"))
      await runNow(world, runsJob);
    await runNow(world, reconcileJob);
    watch.isReconciled = !world.isInTransaction && (await findUncompared(evidence)) === null;
    await drive(
      () => isFailed() || watch.isReconciled,
      endAt,
      () => watch.check("always", true),
    );
    if (!isFailed()) await watch.check("end");
    return {
      violation: watch.violation,
      traceHash: time.traceHash(),
      events: time.taken,
      intents: crowd.intents,
      errors: world.machines.flatMap(({ logLines }) =>
        logLines.filter((line) => line.includes('"level":"error"')),
      ),
      simulatedMs: time.now - startedAt,
    };
  } finally {
    await world.close();
  }
}

/** The next minute's run, for which waiting would take too much time. */
async function runNow({ dashboards }: World, job: Job<object>): Promise<void> {
  const machine = dashboards.find(({ isAlive }) => isAlive);
  if (machine) await driveUntilDone(runOn(machine, null, () => job.run({})));
}

type Part = { steps: Step[]; fromMs: number; toMs: number; breakMs: number };

/** Each part ends with a break, except for the last one. */
function splitAtBreaks(steps: Step[]): Part[] {
  const parts: Part[] = [{ steps: [], fromMs: 0, toMs: 0, breakMs: 0 }];
  for (const step of steps) {
    const part = parts.at(-1);
    if (!part) continue;
    part.toMs = step.atMs;
    if (step.is !== "break") {
      part.steps.push(step);
      continue;
    }
    part.breakMs = step.minutes * 60_000;
    parts.push({ steps: [], fromMs: step.atMs, toMs: step.atMs, breakMs: 0 });
  }
  return parts;
}

/** Begins once everyone has their answer and no request is on its way. */
async function takeBreak(ms: number, { world, crowd }: Evidence, watch: Watch): Promise<void> {
  const isOver = () => watch.violation !== null || (crowd.isDone && world.network.isIdle);
  await drive(isOver, time.now + MAX_QUIET_MS, () => watch.check("always"));
  time.skip(ms);
  world.databases.dashboard.skip(ms);
}

function begin(step: Step, { world, crowd, readers, browsers, faults }: Evidence & { faults: Faults }): void {
  if (step.is === "act") void crowd.perform(step);
  if (step.is === "read") void readers.perform(step);
  if (step.is === "fault") faults.add(step);
  if (step.is === "forge-webhook") world.forgeWebhook(step.forgery);
  if (step.is === "disagree") world.disagree(step.kind);
  if (step.is === "database-fault") world.failDatabase(step);
  if (step.is === "stall") world.stallDatabase(step.dashboard, step.forMs);
  if (step.is === "pause") world.pauseDashboard(step.dashboard, step.forMs);
  if (step.is === "open-page") {
    const browser = new Browser(world, crowd, step.person);
    browsers.push(browser);
    void browser.open(step.dashboard);
  }
  if (step.is === "lose-answers") crowd.loseAnswers(step.rate, step.forMs);
  if (step.is === "crash" && step.afterEvents === undefined) crash(step, world);
  if (step.is === "crash" && step.afterEvents !== undefined)
    time.afterEvents(step.afterEvents, () => crash(step, world));
}

function crash({ dashboard, downMs }: Extract<Step, { is: "crash" }>, world: World): void {
  // One that waits for a number of events may come due after all faults have ended.
  if (world.isCalm) return;
  world.crashDashboard(dashboard);
  time.schedule(downMs, "start again", () => {
    if (!world.dashboards[dashboard]?.isAlive) void world.startDashboard(dashboard);
  });
}

/** Checks the invariants, and remembers the first violation. */
class Watch {
  violation: Violation | null = null;
  /** At the last check no operation was open and the index was complete. */
  isSettled = false;
  /** At the last check, every settlement file was read and compared. */
  isReconciled = false;
  readonly #evidence: Evidence;
  #checkedAt = 0;
  #checkedAnswers = 0;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  async check(when: Invariant["when"], isQuiet = false): Promise<void> {
    if (when === "always" && !this.#isDue()) return;
    if (isQuiet) {
      this.isSettled =
        !(await hasOpenWork(this.#evidence)) && (await findIndexDifference(this.#evidence)) === null;
      this.isReconciled = this.isSettled && (await findUncompared(this.#evidence)) === null;
    }
    for (const { name, promise, when: due, findViolation } of INVARIANTS) {
      if (this.violation || (due === "end" && when !== "end")) continue;
      const what = await findViolation(this.#evidence, when === "end");
      if (what) this.violation = { invariant: name, promise, what, atMs: time.now };
    }
  }

  /** Not during a transaction, whose changes nobody else would see. */
  #isDue(): boolean {
    const { world, crowd } = this.#evidence;
    const answers = crowd.intents.reduce((count, intent) => count + intent.answers.length, 0);
    const isNews = answers !== this.#checkedAnswers || time.now - this.#checkedAt >= CHECK_EVERY_MS;
    if (!isNews || world.isInTransaction) return false;
    this.#checkedAnswers = answers;
    this.#checkedAt = time.now;
    return true;
  }
}

/** An operation that is left to a person stays open. */
async function hasOpenWork({ world }: Evidence): Promise<boolean> {
  const rows = await world.databases.dashboard.read(
    `select from operations where state in ('begun', 'unknown') and attempts < ${MAX_INCONCLUSIVE_ATTEMPTS}
     union all select from report_requests where state in ('queued', 'requested', 'link-received')
     union all select from approval_requests r where r.state = 'approved' and r.finished_at is null
       and not exists (select from operations o where o.id = r.id and o.attempts >= ${MAX_INCONCLUSIVE_ATTEMPTS})
     union all select from runs r where r.state in ('running', 'canceled') and r.started_at is not null and r.finished_at is null
       and not exists (select from run_items i join operations o on o.id = i.operation_id
         where i.run_id = r.id and i.state = 'sent' and o.attempts >= ${MAX_INCONCLUSIVE_ATTEMPTS}) limit 1`,
  );
  return rows.length > 0;
}
