import { addNote } from "@/lib/actions/add-note";
import { blockCard } from "@/lib/actions/block-card";
import { changePassword } from "@/lib/actions/change-password";
import { changeRole } from "@/lib/actions/change-role";
import { createCard } from "@/lib/actions/create-card";
import { disablePerson } from "@/lib/actions/disable-person";
import { freezeCard } from "@/lib/actions/freeze-card";
import { reissueCard } from "@/lib/actions/reissue-card";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import { sessionToken } from "@/lib/auth/session-token";
import { createSession } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { DEFAULT_RENEW_OPTION } from "@/lib/domain/cards/renewal";
import { ROLES, type Role } from "@/lib/domain/people/permissions";
import type { Result } from "@/lib/domain/result";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { getCardStatus } from "@/lib/queries/card";
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
export type Answer = { at: number; dashboard: number; result: Result<unknown> | null };

/** One decision of a person, and what they were told about it. */
export type Intent = {
  operationId: string;
  person: Role;
  act: Act;
  /** Null for a create. */
  cardId: string | null;
  begunAt: number;
  answers: Answer[];
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

const RETRY_AFTER_MS = 4_000;
const MAX_TRIES = 3;

/** Acts like a browser: one operation ID per decision, sent again if there was no response. */
export class Crowd {
  readonly intents: Intent[] = [];
  readonly #world: World;
  readonly people: People;
  readonly #random: Random;
  readonly #cardIds: string[];
  #waiting = 0;

  constructor(world: World, people: People, random: Random, cardIds: string[]) {
    this.#world = world;
    this.people = people;
    this.#random = random;
    this.#cardIds = [...cardIds];
  }

  /** Nobody waits for an answer. */
  get isDone(): boolean {
    return this.#waiting === 0;
  }

  async perform({ person, dashboard, act, clicks }: Extract<Step, { is: "act" }>): Promise<void> {
    const cardId = "card" in act ? (this.#cardIds[act.card % this.#cardIds.length] ?? null) : null;
    const operationId = drawUuid(this.#random);
    const request = await this.ask(person, null, dashboard, () =>
      prepare(operationId, act, cardId ?? "", this.people),
    );
    if (!request) return;
    const intent: Intent = { operationId, person, act, cardId, begunAt: time.now, answers: [] };
    this.intents.push(intent);
    for (let click = 0; click < clicks; click++) void this.#insist(intent, request, dashboard + click);
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
      const result = await this.ask(intent.person, intent.operationId, dashboard, request);
      intent.answers.push({ at: time.now, dashboard, result });
      time.note(JSON.stringify(result));
      if (result?.ok && intent.act.do === "create") this.#cardIds.push((result.data as { id: string }).id);
      if (result) return;
      await new Promise<void>((resolve) => time.schedule(RETRY_AFTER_MS, "a person tries again", resolve));
    }
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

const NEW_PASSWORD = "violet harbor 93 kettle drum";

type PreparedRequest = () => Promise<Result<unknown>>;

/** A request is the same each time it is sent, so an unfreeze reads the card only once. Null if it can't be read. */
async function prepare(
  operationId: string,
  act: Act,
  cardId: string,
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
    case "change-password":
      return () => changePassword(operationId, { currentPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD });
  }
}
