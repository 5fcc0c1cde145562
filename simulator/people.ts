import { addNote } from "@/lib/actions/add-note";
import { blockCard } from "@/lib/actions/block-card";
import { changePassword } from "@/lib/actions/change-password";
import { changeRole } from "@/lib/actions/change-role";
import { createCard } from "@/lib/actions/create-card";
import { disablePerson } from "@/lib/actions/disable-person";
import { freezeCard } from "@/lib/actions/freeze-card";
import { reissueCard } from "@/lib/actions/reissue-card";
import { requestReport } from "@/lib/actions/request-report";
import { signOut } from "@/lib/actions/sign-out";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import { requestInfo } from "@/lib/auth/request-info";
import { sessionToken } from "@/lib/auth/session-token";
import { createSession } from "@/lib/auth/sessions";
import { signIn } from "@/lib/auth/sign-in";
import { pool } from "@/lib/db/database";
import { DEFAULT_RENEW_OPTION } from "@/lib/domain/cards/renewal";
import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { failure, type Result, success } from "@/lib/domain/result";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { getCard, getCardStatus } from "@/lib/queries/card";
import { drawUuid } from "@/sandbox/scenarios/random";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import type { Random } from "./edges/luck";
import { runOn } from "./edges/machines";
import { time } from "./edges/virtual-time";
import type { Act, Step } from "./step";
import type { World } from "./world";

/** `role` is the one they begin with. */
export type Person = { id: string; role: Role; cookie: string };
export type People = Record<Role, Person>;

/** What the person was told; null if there was no response or an error page. */
export type Answer = {
  sentAt: number;
  /** The session that it was sent with; another one after a new sign-in. */
  cookie: string;
  at: number;
  dashboard: number;
  result: Result<unknown> | null;
};

/** One decision of a person, and what they were told about it. */
export type Intent = {
  operationId: string;
  person: Role;
  act: Act;
  /** Null for a create. */
  cardId: string | null;
  begunAt: number;
  answers: Answer[];
  /** The first intent, if the person was told that it is safe to try again, and did. */
  repeats: Intent | null;
};

/** What a card's page and the list showed right after a confirmed change, and the issuer's status around that. */
export type View = {
  intent: Intent;
  /** Null if the page couldn't read the issuer and said so. */
  shown: string | null;
  listed: string | null;
  before: string | null;
  after: string | null;
  begunAt: number;
  endedAt: number;
};

/** Signs everyone in, without the sign-in page. Runs on a dashboard. */
export async function signInEveryone(): Promise<People> {
  const people: Partial<People> = {};
  for (const role of ROLES) {
    const person = await findPersonByEmail(await pool(), DEMO_PEOPLE[role].email);
    if (!person) throw new Error(`${role} is missing`);
    const sid = await createSession(await pool(), { personId: person.id, address: null, userAgent: null });
    people[role] = { id: person.id, role, cookie: await sessionToken.encode({ token: { sid }, secret: "" }) };
  }
  return people as People;
}

/** Acts after which the person sees the card's new status. */
const CHANGES = new Set<Act["do"]>(["freeze", "unfreeze", "block"]);
/** Acts that would take effect twice. */
const REPEATED = new Set<Act["do"]>(["create", "reissue"]);
/** Nobody else creates cards for this one. */
const LAST_CUSTOMER = 9;
const RETRY_AFTER_MS = 4_000;
const MAX_TRIES = 3;

/** Acts like a browser: one operation ID per decision, sent again if there was no response. */
export class Crowd {
  readonly intents: Intent[] = [];
  /** Those after the faults have ended. */
  readonly lastIntents: Intent[] = [];
  hasWorkedAgain = false;
  readonly views: View[] = [];
  readonly #world: World;
  readonly people: People;
  readonly #random: Random;
  readonly #cardIds: string[];
  #waiting = 0;
  #lostAnswers = { rate: 0, endsAt: 0 };

  constructor(world: World, people: People, random: Random, cardIds: string[]) {
    this.#world = world;
    this.people = people;
    this.#random = random;
    this.#cardIds = [...cardIds];
  }

  /** For a while, some responses to people are lost on their way. */
  loseAnswers(rate: number, forMs: number): void {
    this.#lostAnswers = { rate, endsAt: time.now + forMs };
  }

  get #isAnswerLost(): boolean {
    const { rate, endsAt } = this.#lostAnswers;
    return time.now < endsAt && this.#random() < rate;
  }

  /** Nobody waits for an answer. */
  get isDone(): boolean {
    return this.#waiting === 0;
  }

  async perform({ person, dashboard, act, clicks }: Extract<Step, { is: "act" }>): Promise<void> {
    const cardId = "card" in act ? (this.#cardIds[act.card % this.#cardIds.length] ?? null) : null;
    const begun = await this.#begin({ person, act, cardId, repeats: null }, dashboard);
    if (!begun) return;
    for (let click = 0; click < clicks; click++)
      void this.#insist(begun.intent, begun.request, dashboard + click);
  }

  /** After the faults: an admin signs in, creates a card, and works with it on every dashboard. */
  async workAgain(): Promise<void> {
    const work = async (act: Act, dashboard: number, cardId: string | null = null) => {
      const begun = await this.#begin({ person: "admin", act, cardId, repeats: null }, dashboard);
      if (!begun) return null;
      this.lastIntents.push(begun.intent);
      await this.#insist(begun.intent, begun.request, dashboard);
      return begun.intent.answers[0]?.result ?? null;
    };
    this.#waiting += 1;
    await work({ do: "sign-in" }, 0);
    const created = await work({ do: "create", customer: LAST_CUSTOMER }, 0);
    const id = created?.ok ? (created.data as { id: string }).id : null;
    const dashboards = id === null ? [] : [...this.#world.dashboards.keys()];
    const onEach = dashboards.map(async (dashboard) => {
      await work({ do: "freeze", card: 0 }, dashboard, id);
      await work({ do: "note", card: 0 }, dashboard, id);
    });
    await Promise.all(onEach);
    this.#waiting -= 1;
    this.hasWorkedAgain = true;
  }

  /** Null if the page with which the person decides can't be read. */
  async #begin(
    intended: Pick<Intent, "person" | "act" | "cardId" | "repeats">,
    dashboard: number,
  ): Promise<{ intent: Intent; request: PreparedRequest } | null> {
    const { person, act, cardId } = intended;
    const operationId = drawUuid(this.#random);
    const request = await this.ask(person, null, dashboard, () =>
      prepare(operationId, act, cardId ?? "", person, this.people),
    );
    if (!request) return null;
    const intent: Intent = { ...intended, operationId, begunAt: time.now, answers: [] };
    this.intents.push(intent);
    return { intent, request };
  }

  /** Until there is a response. */
  async #insist(intent: Intent, request: PreparedRequest, firstDashboard: number): Promise<void> {
    this.#waiting += 1;
    await this.#try(intent, request, firstDashboard);
    this.#waiting -= 1;
  }

  async #try(intent: Intent, request: PreparedRequest, firstDashboard: number): Promise<void> {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const dashboard = (firstDashboard + attempt) % this.#world.dashboards.length;
      const { cookie } = this.people[intent.person];
      const sentAt = time.now;
      const answer = await this.ask(intent.person, intent.operationId, dashboard, request);
      const result = this.#isAnswerLost ? null : answer;
      intent.answers.push({ sentAt, cookie, at: time.now, dashboard, result });
      time.note(JSON.stringify(result));
      if (result?.ok && intent.act.do === "create") this.#cardIds.push((result.data as { id: string }).id);
      if (result?.ok && intent.act.do === "sign-in") this.people[intent.person].cookie = String(result.data);
      if (result?.ok && CHANGES.has(intent.act.do)) await this.#look(intent, dashboard);
      if (result) return this.#repeatIfSafe(intent, result, dashboard);
      await this.#pauseBeforeRetry();
    }
  }

  /** Someone who is told that it is safe to try again does so once, as a new decision. */
  async #repeatIfSafe(intent: Intent, result: Result<unknown>, dashboard: number): Promise<void> {
    const isSafe = !result.ok && result.error.retry === "safe" && REPEATED.has(intent.act.do);
    if (!isSafe || intent.repeats || this.intents.some(({ repeats }) => repeats === intent)) return;
    await this.#pauseBeforeRetry();
    const begun = await this.#begin({ ...intent, repeats: intent }, dashboard);
    if (begun) await this.#try(begun.intent, begun.request, dashboard);
  }

  #pauseBeforeRetry(): Promise<void> {
    return new Promise((resolve) => time.schedule(RETRY_AFTER_MS, "a person tries again", resolve));
  }

  /** Reads the card as its page does. */
  async #look(intent: Intent, dashboard: number): Promise<void> {
    const cardId = intent.cardId ?? "";
    const begunAt = time.now;
    const before = await this.#issuerStatus(cardId);
    const page = await this.ask(intent.person, null, dashboard, () => getCard({ cardId }));
    const [indexed] = await this.#world.databases.dashboard.read<{ status: string }>(
      "select status from indexed_cards where id = $1",
      [cardId],
    );
    if (!page?.ok) return;
    const after = await this.#issuerStatus(cardId);
    const listed = indexed?.status ?? null;
    const shown = page.data.fallback ? null : page.data.card.status;
    this.views.push({ intent, shown, listed, before, after, begunAt, endedAt: time.now });
  }

  /** Null during a transaction of the issuer. */
  async #issuerStatus(cardId: string): Promise<string | null> {
    const { issuer } = this.#world.databases;
    if (issuer.isInTransaction) return null;
    const [card] = await issuer.read<{ status: string }>("select status from cards where id = $1", [cardId]);
    return card?.status ?? null;
  }

  /** Null if the dashboard is down, crashes before it responds, or responds with an error page. */
  ask<T>(
    role: Role,
    operationId: string | null,
    dashboard: number,
    work: () => Promise<T>,
  ): Promise<T | null> {
    const machine = this.#world.dashboards[dashboard];
    if (!machine?.isAlive) return Promise.resolve(null);
    const { cookie } = this.people[role];
    return new Promise((resolve) => {
      const onCrash = () => resolve(null);
      machine.onCrash.add(onCrash);
      runOn(machine, { cookie, operationId }, work)
        .then(resolve, onCrash)
        .finally(() => machine.onCrash.delete(onCrash));
    });
  }
}

/** The operation's own mark in the issuer's records; the dashboard doesn't use it to recognize a card. */
export function applicantOf(operationId: string): string {
  return `applicant-${operationId}`;
}

/** The day on which the first cards were issued (prepare-databases.ts). */
const REPORT_DATE = "2026-03-02";
export const NEW_PASSWORD = "violet harbor 93 kettle drum";

/** As the route does: an ended session is signed out, too. */
async function endOwnSession(): Promise<Result<null>> {
  const ended = await signOut(crypto.randomUUID(), {});
  return !ended.ok && ended.error.code === "signed-out" ? success(null) : ended;
}

async function signInAs(role: Role): Promise<Result<string>> {
  const { email } = DEMO_PEOPLE[role];
  const outcome = await signIn({ email, password: DEMO_PASSWORD }, await requestInfo());
  if (outcome.is === "signed-in")
    return success(await sessionToken.encode({ token: { sid: outcome.sessionId }, secret: "" }));
  return failure({ code: "signed-out", message: outcome.is, requestId: "", retry: "never" });
}

type PreparedRequest = () => Promise<Result<unknown>>;

/** A request is the same each time it is sent, so an unfreeze reads the card only once. Null if it can't be read. */
async function prepare(
  operationId: string,
  act: Act,
  cardId: string,
  person: Role,
  people: People,
): Promise<PreparedRequest | null> {
  switch (act.do) {
    case "create": {
      const kycApplicantId = applicantOf(operationId);
      const meta = { id: `customer-${act.customer}` };
      return () => createCard(operationId, sampleConsumerRequest({ kycApplicantId, meta }));
    }
    case "freeze":
      return () => freezeCard(operationId, { cardId, freeze: true });
    case "unfreeze": {
      const read = await getCardStatus({ cardId });
      if (!read.ok) return null;
      const { status, readAt, note } = read.data;
      const seen = { status, readAt, ...(note && { noteId: note.id }) };
      return () => freezeCard(operationId, { cardId, freeze: false, seen });
    }
    case "block":
      return () => blockCard(operationId, { cardId, reason: "lost" });
    case "reissue":
      return () => reissueCard(operationId, { cardId, request: { renewOption: DEFAULT_RENEW_OPTION } });
    case "note":
      return () => addNote(operationId, { subject: `card:${cardId}`, body: "Called the customer." });
    case "disable":
    case "enable": {
      const input = { personId: people[act.target].id, isDisabled: act.do === "disable" };
      return () => disablePerson(operationId, input);
    }
    case "change-role":
      return () => changeRole(operationId, { personId: people[act.target].id, role: act.role });
    case "sign-out":
      return endOwnSession;
    case "sign-in":
      return () => signInAs(person);
    case "request-report":
      return () => requestReport(operationId, { type: act.report, date: REPORT_DATE });
    case "change-password":
      return () => changePassword(operationId, { currentPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD });
  }
}
