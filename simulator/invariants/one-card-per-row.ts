import { unsealScope } from "@/lib/runs/sealed-run-text";
import { BULK_CUSTOMERS, countRows, type RunRow, readRunRows } from "@/simulator/bulk/files";
import { runOn } from "@/simulator/edges/machines";
import { doneAt } from "@/simulator/possible-values";
import type { Evidence, Invariant } from "./invariant";

type Run = { id: string; scope: string; state: string; isStarted: boolean; isOver: boolean };
type IssuedCard = { id: string; customer: string; mark: string };

export const oneCardPerRow: Invariant = {
  name: "one-card-per-row",
  promise:
    "Each row of a file is at most one card, however often it is sent and whatever crashes, and a run that is over has told the truth about each row.",
  when: "always",
  async findViolation(evidence, isEnd) {
    const { world, crowd } = evidence;
    if (!crowd.intents.some(({ act }) => act.do === "issue-file")) return null;
    const cards: IssuedCard[] = world
      .issuedCards()
      .filter(({ externalCustomerId }) => externalCustomerId.startsWith(BULK_CUSTOMERS))
      .map(({ id, externalCustomerId, application }) => ({
        id,
        customer: externalCustomerId,
        mark: application?.kycApplicantId ?? "",
      }));
    const twice = cards.find(
      (card, index) => cards.findIndex((one) => one.customer === card.customer) < index,
    );
    if (twice) return `${twice.customer} has more than one card`;
    const stored = await world.databases.dashboard.read<Run>(
      `select id::text, scope, state, started_at is not null as "isStarted", finished_at is not null as "isOver"
       from runs where kind = 'issue'`,
    );
    const machine = world.dashboards.find(({ isAlive }) => isAlive);
    // With the keys of a running dashboard. What a run was planned from is compared at the end, when one runs.
    const runs = machine
      ? await runOn(machine, null, async () => stored.map((run) => ({ ...run, scope: unsealScope(run) })))
      : stored;
    const rows = await readRunRows(world);
    return (
      findOpen(runs, rows) ??
      findLie(rows, cards) ??
      (isEnd ? (findUnfinished(evidence, runs, rows) ?? findUnexplained(runs, rows, cards)) : null)
    );
  },
};

const IS_OPEN = new Set(["waiting", "sent"]);

/** A run that is over has nothing left to do. */
function findOpen(runs: Run[], rows: RunRow[]): string | null {
  for (const { id, state, isOver } of runs) {
    const open = isOver ? rows.find((row) => row.runId === id && IS_OPEN.has(row.state)) : undefined;
    if (open) return `The run ${id} is ${state}, but its row ${open.position} is ${open.state}`;
  }
  return null;
}

/** By the issuer's records. A row in progress says nothing yet. */
function findLie(rows: RunRow[], cards: IssuedCard[]): string | null {
  for (const { runId, position, state, cardId, mark } of rows) {
    const own = cards.find((card) => card.mark === mark)?.id ?? null;
    const isTrue = state === "sent" || own === (state === "done" ? cardId : null);
    if (!isTrue || (state === "done" && own === null))
      return `Row ${position} of ${runId} is ${state} with ${cardId ?? "no card"}, but made ${own ?? "none"}`;
  }
  return null;
}

/** A run that was started and not stopped is finished, and no outcome is missing. */
function findUnfinished({ crowd }: Evidence, runs: Run[], rows: RunRow[]): string | null {
  for (const intent of crowd.intents) {
    const { act, operationId } = intent;
    if (act.do !== "issue-file") continue;
    const run = runs.find(({ id }) => id === operationId);
    if (!run) return `The run ${operationId} is gone`;
    if (doneAt(intent) !== null && !run.isStarted) return `The run ${operationId} was not started`;
    const told = rows.filter(({ runId }) => runId === operationId);
    if (told.length !== countRows(act.file))
      return `The run ${operationId} has ${told.length} of ${countRows(act.file)} rows`;
    if (run.isStarted && !run.isOver && run.state !== "paused")
      return `The run ${operationId} is still ${run.state}`;
  }
  const sent = rows.find(({ state }) => state === "sent");
  return sent ? `Row ${sent.position} of ${sent.runId} is still in progress` : null;
}

/** A row is skipped only for a card of another run, or if that run says what became of it. */
function findUnexplained(runs: Run[], rows: RunRow[], cards: IssuedCard[]): string | null {
  const scopeOf = (id: string) => runs.find((run) => run.id === id)?.scope;
  for (const row of rows) {
    if (row.state !== "skipped") continue;
    const others = rows.filter(
      ({ runId, position }) =>
        runId !== row.runId && position === row.position && scopeOf(runId) === scopeOf(row.runId),
    );
    const isExplained = others.some(
      ({ state, mark }) => state !== "skipped" || cards.some((card) => card.mark === mark),
    );
    if (!isExplained) return `Row ${row.position} of ${row.runId} was skipped, but no other run has it`;
  }
  return null;
}
