import { findPersonByEmail } from "@/lib/auth/people";
import { sessionToken } from "@/lib/auth/session-token";
import { createSession } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { isIntentOpen, type Result } from "@/lib/domain/result";
import { getCard } from "@/lib/queries/card";
import { drawUuid } from "@/sandbox/scenarios/random";
import { askedIn, isDone } from "./answers";
import { chooseCode } from "./codes";
import type { Random } from "./edges/luck";
import { runOn } from "./edges/machines";
import { time } from "./edges/virtual-time";
import { cookieOf, type Intent, type People, type Person, type Session, type View } from "./intent";
import { ACCOUNTS, NAMES, type Name } from "./names";
import type { PreparedRequest } from "./preparation";
import { prepare } from "./prepare-request";
import { type Act, isDecision, type Step } from "./step";
import type { World } from "./world";

/** Signs these people in, without the sign-in page. Runs on a dashboard. */
export async function signInEveryone(names: readonly Name[]): Promise<People> {
  const people: Partial<People> = {};
  for (const name of NAMES) {
    const { role, ...account } = ACCOUNTS[name];
    const id = account.id ?? (await findId(account.email));
    const sessions = names.includes(name) ? [await beginSession(id)] : [];
    people[name] = { id, role, sessions, app: null, lastCode: null, recoveryCodes: [], openPages: new Map() };
  }
  return people as People;
}

async function findId(email: string): Promise<string> {
  const person = await findPersonByEmail(await pool(), email);
  if (!person) throw new Error(`${email} is missing`);
  return person.id;
}

async function beginSession(personId: string): Promise<Session> {
  const sid = await createSession(await pool(), { personId, address: null, userAgent: null });
  return { cookie: await sessionToken.encode({ token: { sid }, secret: "" }), begunAt: time.now };
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

  async perform({ person, dashboard, act, clicks, session }: Extract<Step, { is: "act" }>): Promise<void> {
    const cardId = "card" in act ? (this.#cardIds[act.card % this.#cardIds.length] ?? null) : null;
    const about = isDecision(act) ? this.#findRequest(act.request) : null;
    const cookie = session === undefined ? null : cookieOf(this.people[person], session);
    if ((isDecision(act) && !about) || cookie === "") return;
    const intended = { person, act, cardId, about, cookie, repeats: null };
    const begun = await this.#begin(intended, dashboard);
    if (!begun) return;
    for (let click = 0; click < clicks; click++)
      void this.#insist(begun.intent, begun.request, dashboard + click);
  }

  /** After the faults: an admin signs in, creates a card, and works with it on every dashboard. */
  async workAgain(): Promise<void> {
    const work = async (act: Act, dashboard: number, cardId: string | null = null) => {
      const intended = { person: "admin", act, cardId, about: null, cookie: null, repeats: null } as const;
      const begun = await this.#begin(intended, dashboard);
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

  /** The last one that was stored, or may be, with this number in the plan. */
  #findRequest(number: number): Intent | null {
    const requests = this.intents.filter(
      ({ act }) => !isDecision(act) && "request" in act && act.request === number,
    );
    return (
      requests.findLast(({ answers }) => answers.some(({ result }) => askedIn(result))) ??
      requests.at(-1) ??
      null
    );
  }

  /** Null if the page with which the person decides can't be read, or they don't have the code. */
  async #begin(
    intended: Pick<Intent, "person" | "act" | "cardId" | "about" | "cookie" | "repeats">,
    dashboard: number,
  ): Promise<{ intent: Intent; request: PreparedRequest } | null> {
    const { person, act } = intended;
    const operationId = drawUuid(this.#random);
    const code = "code" in act ? chooseCode(this.people[person], act.code) : null;
    if ("code" in act && code === null) return null;
    const endedCookie = act.do === "end-session" ? cookieOf(this.people[person], act.other) : null;
    const intent: Intent = {
      ...intended,
      operationId,
      code,
      endedCookie,
      begunAt: time.now,
      sent: 0,
      answers: [],
    };
    const prepared = { ...intent, people: this.people };
    const request = await this.ask(person, null, dashboard, () => prepare(prepared), intended.cookie);
    if (!request) return null;
    intent.begunAt = time.now;
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
      const cookie = intent.cookie ?? cookieOf(this.people[intent.person]);
      const sentAt = time.now;
      intent.sent += 1;
      const answer = await this.ask(intent.person, intent.operationId, dashboard, request, cookie);
      const result = this.#isAnswerLost ? null : answer;
      intent.answers.push({ sentAt, cookie, at: time.now, dashboard, result });
      time.note(JSON.stringify(result));
      if (result?.ok) this.#learn(intent, result.data);
      if (isDone(result) && CHANGES.has(intent.act.do)) await this.#look(intent, dashboard);
      if (result) return this.#repeatIfSafe(intent, result, dashboard);
      await this.#pauseBeforeRetry();
    }
  }

  /** What the person knows from now on. */
  #learn({ act, person }: Intent, data: unknown): void {
    const own = this.people[person];
    if (act.do === "create") this.#cardIds.push((data as { id: string }).id);
    if (act.do === "sign-in") own.sessions.push({ cookie: String(data), begunAt: time.now });
    if (act.do === "begin-factor") {
      const { id, secret } = data as NonNullable<Person["app"]>;
      // A repeated answer doesn't show what is shown once.
      if (secret) own.app = { id, secret };
    }
    if (act.do === "add-factor")
      own.recoveryCodes.push(...(data as { recoveryCodes: string[] }).recoveryCodes);
  }

  /** Someone who is told that it is safe to try again does so once, as a new decision if the browser makes it one. */
  async #repeatIfSafe(intent: Intent, result: Result<unknown>, dashboard: number): Promise<void> {
    const isSafe = !result.ok && result.error.retry === "safe" && REPEATED.has(intent.act.do);
    if (
      !isSafe ||
      isIntentOpen(result.error.code) ||
      intent.repeats ||
      this.intents.some(({ repeats }) => repeats === intent)
    )
      return;
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
    const before = this.#issuerStatus(cardId);
    const page = await this.ask(intent.person, null, dashboard, () => getCard({ cardId }));
    const listed = await this.#listedStatus(cardId);
    if (!page?.ok) return;
    const after = this.#issuerStatus(cardId);
    const shown = page.data.fallback ? null : page.data.card.status;
    this.views.push({ intent, shown, listed, before, after, begunAt, endedAt: time.now });
  }

  /** Null while a transaction is open, because its changes would be seen and it may have failed. */
  async #listedStatus(cardId: string): Promise<string | null> {
    const { dashboard } = this.#world.databases;
    if (dashboard.isInTransaction) return null;
    const sql = "select status from indexed_cards where id = $1";
    const [row] = await dashboard.read<{ status: string }>(sql, [cardId]);
    return row?.status ?? "no such card";
  }

  #issuerStatus(cardId: string): string | null {
    return this.#world.issuedCards().find(({ id }) => id === cardId)?.status ?? null;
  }

  /** Null if the dashboard is down, crashes before it responds, or responds with an error page. */
  ask<T>(
    name: Name,
    operationId: string | null,
    dashboard: number,
    work: () => Promise<T>,
    ownCookie: string | null = null,
  ): Promise<T | null> {
    const machine = this.#world.dashboards[dashboard];
    if (!machine?.isAlive) return Promise.resolve(null);
    const cookie = ownCookie ?? cookieOf(this.people[name]);
    return new Promise((resolve) => {
      const onCrash = () => resolve(null);
      machine.onCrash.add(onCrash);
      runOn(machine, { cookie, operationId }, work)
        .then(resolve, onCrash)
        .finally(() => machine.onCrash.delete(onCrash));
    });
  }
}
