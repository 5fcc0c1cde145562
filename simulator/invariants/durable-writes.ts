import { isDone } from "@/simulator/answers";
import { hash } from "@/simulator/edges/argon2";
import { time } from "@/simulator/edges/virtual-time";
import type { Intent } from "@/simulator/intent";
import { NAMES } from "@/simulator/names";
import { possibleRoles } from "@/simulator/possible-roles";
import { doneAt, isRefused } from "@/simulator/possible-values";
import { NEW_PASSWORD } from "@/simulator/prepare-request";
import type { Act } from "@/simulator/step";
import type { Evidence, Invariant } from "./invariant";

export const durableWrites: Invariant = {
  name: "durable-writes",
  promise: "What a person was told is done is still there after any crash, once.",
  when: "end",
  async findViolation(evidence) {
    return (
      (await findLostOperation(evidence)) ??
      (await findWrongNotes(evidence)) ??
      (await findLostReport(evidence)) ??
      (await findLostFinance(evidence)) ??
      (await findWrongPerson(evidence))
    );
  },
};

const WITHOUT_OPERATION = new Set<Act["do"]>([
  "sign-in",
  "sign-out",
  "give-code",
  "look",
  "confirm",
  "end-session",
  "end-other-sessions",
]);

async function findLostOperation({ world, crowd }: Evidence): Promise<string | null> {
  const operations = await world.databases.dashboard.read<{ id: string; state: string }>(
    "select id, state from operations",
  );
  for (const intent of crowd.intents) {
    const { act, operationId } = intent;
    if (doneAt(intent) === null || WITHOUT_OPERATION.has(act.do)) continue;
    const operation = operations.find(({ id }) => id === operationId);
    if (operation?.state !== "succeeded")
      return `${operationId} was reported as done and is ${operation?.state ?? "gone"}`;
  }
  return null;
}

/** Each confirmed note is there, and no note is there twice. */
async function findWrongNotes({ world, crowd }: Evidence): Promise<string | null> {
  const notes = await world.databases.dashboard.read<{ id: string; subject: string; person: string }>(
    "select id::text, subject, person_id::text as person from notes",
  );
  const intents = crowd.intents.filter(({ act }) => act.do === "note");
  const doneIds = intents.flatMap(doneId);
  if (new Set(doneIds).size < doneIds.length) return "Two intents were told the same note";
  const gone = doneIds.find((id) => !notes.some((note) => note.id === id));
  if (gone) return `The note ${gone} is gone`;
  for (const { id, subject, person } of notes) {
    if (doneIds.includes(id)) continue;
    const isOwn = (intent: Intent) =>
      subject === `card:${intent.cardId}` && person === crowd.people[intent.person].id;
    const open = intents.filter((intent) => isOwn(intent) && doneAt(intent) === null && !isRefused(intent));
    const others = notes.filter(
      (note) => note.subject === subject && note.person === person && !doneIds.includes(note.id),
    );
    if (others.length > open.length) return `Nobody wrote the note ${id}`;
  }
  return null;
}

async function findLostReport({ world, crowd }: Evidence): Promise<string | null> {
  const reports = await world.databases.dashboard.read<{ id: string }>(
    "select id::text from report_requests",
  );
  const doneIds = crowd.intents.filter(({ act }) => act.do === "request-report").flatMap(doneId);
  const gone = doneIds.find((id) => !reports.some((report) => report.id === id));
  if (gone) return `The report ${gone} is gone`;
  return new Set(doneIds).size < doneIds.length ? "Two intents were told the same report" : null;
}

/** The changes of exceptions, the rules, and the sign-offs. */
async function findLostFinance({ world, crowd }: Evidence): Promise<string | null> {
  const stored = await world.databases.dashboard.read<{ id: string; changes: number }>(
    `select batch_id::text as id, count(*)::int as changes from reconciliation_exception_history
     where batch_id is not null group by batch_id
     union all select id::text, 1 from reconciliation_rules union all select id::text, 1 from sign_offs`,
  );
  const countOf = (id: string) => stored.find((row) => row.id === id)?.changes ?? 0;
  for (const { act, operationId, answers } of crowd.intents) {
    const done = answers.find(({ result }) => isDone(result))?.result;
    if (!done?.ok) continue;
    const { changed, ruleId } = (done.data ?? {}) as { changed?: number; ruleId?: string };
    if (act.do === "set-exceptions" && countOf(operationId) !== changed)
      return `${operationId} changed ${changed} exceptions, and ${countOf(operationId)} are stored`;
    if (act.do === "add-rule" && countOf(ruleId ?? "") === 0) return `The rule ${ruleId} is gone`;
    if (act.do === "sign-off" && countOf(operationId) === 0) return `The sign-off ${operationId} is gone`;
  }
  return null;
}

async function findWrongPerson({ world, crowd }: Evidence): Promise<string | null> {
  const people = await world.databases.dashboard.read<{ id: string; role: string; password_hash: string }>(
    "select id::text, role, password_hash from people",
  );
  for (const person of NAMES) {
    const stored = people.find(({ id }) => id === crowd.people[person].id);
    const roles: string[] = possibleRoles(crowd, person, time.now);
    if (!roles.includes(stored?.role ?? ""))
      return `${person} is ${stored?.role}, but was made ${roles.join(" or ")}`;
    const isPasswordChanged = crowd.intents.some(
      (intent) => intent.person === person && intent.act.do === "change-password" && doneAt(intent) !== null,
    );
    if (isPasswordChanged && stored?.password_hash !== (await hash(NEW_PASSWORD)))
      return `${person} changed their password, but has another one`;
  }
  return null;
}

/** The ID that the person was told. */
function doneId({ answers }: Intent): string[] {
  const done = answers.find(({ result }) => result?.ok)?.result;
  return done?.ok ? [(done.data as { id: string }).id] : [];
}
