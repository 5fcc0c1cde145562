import { draw } from "@/sandbox/scenarios/random";
import type { DatabaseFault } from "@/simulator/step";
import { DatabaseSocket } from "./database-socket";
import type { Random } from "./luck";
import { currentContext, inWorld, type Machine, resume } from "./machines";
import { executeRaw, type RestorableDatabase } from "./restorable-database";
import { time } from "./virtual-time";
import {
  isInTransaction,
  isStartup,
  notificationChannel,
  queryText,
  simpleQuery,
  splitMessages,
  type WireMessage,
} from "./wire-messages";

type Connection = {
  socket: DatabaseSocket;
  context: ReturnType<typeof currentContext>;
  channels: Set<string>;
  maxDelayMs: number;
  /** Replies keep their order. */
  lastReplyAt: number;
};
type QueuedRequest = { connection: Connection; bytes: Uint8Array; isReplyLost: boolean; queuedAt: number };
type ActiveFault = { machine: Machine; fault: DatabaseFault; rate: number; endsAt: number };

const FAILING = simpleQuery("do $$ begin raise exception using errcode = '40001'; end $$");
const LISTEN = /^(un)?listen "?(\w+)"?/i;
/** A request to the issuer needs a handful of queries before it is sent, and has three seconds for them. */
const LONG_WAIT_MS = 400;
/** The longest time of one way between a machine and the database; each connection has its own. */
const MAX_DELAYS_MS = [0.5, 1.5, 5, 15, 60];

/**
 * PGlite as a server for many connections. It has one session, so one connection at a time owns it while its
 * transaction is open; all others wait. Each message takes a drawn time both ways.
 */
export class DatabaseEngine {
  readonly #database: RestorableDatabase;
  readonly #random: Random;
  readonly #connections = new Map<DatabaseSocket, Connection>();
  #queue: QueuedRequest[] = [];
  #owner: Connection | null = null;
  /** Until when each machine's requests wait on their way. */
  readonly #stalledUntil = new Map<Machine, number>();
  #faults: ActiveFault[] = [];
  /** Whether a query has failed without its own fault. */
  hasFailed = false;
  /** When a machine's request waited long for the transactions of other connections. */
  readonly longWaits: { machine: Machine; from: number; to: number }[] = [];
  #hasSkipped = false;
  /** Called with each query of a machine and the reply. */
  onQuery: ((machine: Machine, request: Uint8Array, reply: Uint8Array) => void) | null = null;
  /** Advisory locks of sessions, which the one session of PGlite can't tell apart. */
  readonly locks = new Map<number, Machine>();

  constructor(database: RestorableDatabase, random: Random) {
    this.#database = database;
    this.#random = random;
  }

  connect(machine: Machine): DatabaseSocket {
    machine.onCrash.add(() => this.#cut(machine));
    return new DatabaseSocket(this);
  }

  /** Holds back what the machine sends, as a full disk or a paused virtual machine does. */
  stall(machine: Machine, forMs: number): void {
    this.#stalledUntil.set(machine, time.now + forMs);
  }

  addFault(machine: Machine, fault: DatabaseFault, rate: number, forMs: number): void {
    this.#faults.push({ machine, fault, rate, endsAt: time.now + forMs });
  }

  clearFaults(): void {
    this.#faults = [];
  }

  /** Whether a query has failed or waited without its own fault. */
  get hadTrouble(): boolean {
    return this.hasFailed || this.#hasSkipped || this.#stalledUntil.size > 0;
  }

  get isStalled(): boolean {
    return [...this.#stalledUntil.values()].some((until) => until > time.now);
  }

  /** The whole world has stood still, and with it what checks something every few seconds. */
  skip(ms: number): void {
    this.#hasSkipped = true;
    for (const request of this.#queue) request.queuedAt += ms;
    for (const [machine, until] of this.#stalledUntil)
      if (until > time.now - ms) this.#stalledUntil.set(machine, until + ms);
  }

  /** Reads without a connection or delay, for invariants. */
  async read<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#database.pglite.query<Row>(sql, values)).rows;
  }

  /** Whether the query finds a row, without waiting for anyone; null if the open transaction has failed. */
  hasCommitted(sql: string): boolean | null {
    const messages = splitMessages(executeRaw(this.#database.pglite, simpleQuery(sql)));
    return messages.some(({ type }) => type === "E") ? null : messages.some(({ type }) => type === "D");
  }

  /** Whether a transaction is open, so that reading would see its changes. */
  get isInTransaction(): boolean {
    return this.#owner !== null;
  }

  accept(socket: DatabaseSocket): void {
    const maxDelayMs = draw(this.#random, MAX_DELAYS_MS);
    const connection = {
      socket,
      context: currentContext(),
      channels: new Set<string>(),
      maxDelayMs,
      lastReplyAt: 0,
    };
    this.#connections.set(socket, connection);
    time.schedule(this.#delayMs(connection), "database connect", () => socket.emit("connect"));
  }

  receive(socket: DatabaseSocket, bytes: Uint8Array): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const machine = connection.context?.machine;
    const stalledMs = Math.max(0, ((machine && this.#stalledUntil.get(machine)) ?? 0) - time.now);
    time.schedule(stalledMs + this.#delayMs(connection), "database request", () => {
      if (!this.#connections.has(socket)) return;
      if (isStartup(bytes)) return this.#reply(connection, this.#database.greeting);
      if (bytes[0] === "X".charCodeAt(0)) return void socket.destroy();
      const fault = this.#chooseFault(machine);
      if (fault) this.hasFailed = true;
      if (fault === "cut-before") return this.#sever(connection);
      const isFailing = fault === "serialization-failure";
      this.#queue.push({
        connection,
        bytes: isFailing ? FAILING : bytes,
        isReplyLost: fault === "cut-after",
        queuedAt: time.now,
      });
      this.#work();
    });
  }

  forget(socket: DatabaseSocket): void {
    const connection = this.#connections.get(socket);
    this.#connections.delete(socket);
    this.#queue = this.#queue.filter((request) => request.connection !== connection);
    if (this.#owner && this.#owner === connection) this.#rollBack();
  }

  #chooseFault(machine: Machine | undefined): DatabaseFault | null {
    const active = this.#faults.filter((fault) => fault.machine === machine && fault.endsAt > time.now);
    return active.find(({ rate }) => this.#random() < rate)?.fault ?? null;
  }

  #sever({ socket, context }: Connection): void {
    const error = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    resume(context, () => void socket.destroy(error));
  }

  #cut(machine: Machine): void {
    for (const [key, holder] of this.locks) if (holder === machine) this.locks.delete(key);
    for (const { socket, context } of [...this.#connections.values()])
      if (context?.machine === machine) this.forget(socket);
  }

  #rollBack(): void {
    executeRaw(this.#database.pglite, simpleQuery("rollback"));
    this.#owner = null;
    this.#work();
  }

  #work(): void {
    for (let next = this.#takeRunnable(); next; next = this.#takeRunnable()) {
      const reply = this.#database.execute(next.bytes);
      time.note(next.bytes);
      time.note(reply);
      const machine = next.connection.context?.machine;
      if (machine && time.now - next.queuedAt > LONG_WAIT_MS)
        this.longWaits.push({ machine, from: next.queuedAt, to: time.now });
      if (machine) this.onQuery?.(machine, next.bytes, reply);
      this.#route(next, splitMessages(reply));
    }
  }

  #takeRunnable(): QueuedRequest | undefined {
    const index = this.#queue.findIndex(({ connection }) => !this.#owner || this.#owner === connection);
    return index >= 0 ? this.#queue.splice(index, 1)[0] : undefined;
  }

  /** A notification goes to every connection that listens, whichever one's query it arrived with. */
  #route({ connection, bytes, isReplyLost }: QueuedRequest, messages: WireMessage[]): void {
    this.#owner = isInTransaction(messages) ? connection : null;
    if (isReplyLost) this.#sever(connection);
    const [first] = splitMessages(bytes);
    const listen = first?.type === "Q" ? LISTEN.exec(queryText(first)) : null;
    if (listen?.[2]) connection.channels[listen[1] ? "delete" : "add"](listen[2]);
    const isNotification = ({ type }: WireMessage) => type === "A";
    this.#reply(
      connection,
      ...messages.filter((message) => !isNotification(message)).map((message) => message.bytes),
    );
    for (const message of messages.filter(isNotification)) {
      const channel = notificationChannel(message);
      for (const listener of this.#connections.values())
        if (listener.channels.has(channel)) this.#reply(listener, message.bytes);
    }
  }

  #reply(connection: Connection, ...parts: Uint8Array[]): void {
    const bytes = Buffer.concat(parts);
    connection.lastReplyAt = Math.max(connection.lastReplyAt, time.now + this.#delayMs(connection));
    const deliver = () =>
      resume(connection.context, () => {
        if (this.#connections.has(connection.socket)) connection.socket.push(bytes);
      });
    // The request of another machine may have come before, and its crash must not lose this reply.
    inWorld(() => time.schedule(connection.lastReplyAt - time.now, "database reply", deliver));
  }

  #delayMs({ maxDelayMs }: Connection): number {
    return this.#random() * maxDelayMs;
  }
}
