/** What a new world starts with: a demo program, a program of any size, or only card designs. */
export type Scenario = "demo" | "scale" | "empty";

export type StartOptions = {
  /** By default any free port. */
  port?: number;
  /** The address to listen on; by default this machine only. */
  host?: string;
  /** Names under which other machines ask it, besides addresses, `localhost`, and names without a dot. */
  hosts?: readonly string[];
  /** The key of the default world; `sk_sandbox_cardwell` by default. Any other `sk_sandbox_<name>` is a world of its own. */
  key?: string;
  /** A folder in which the worlds survive a restart. By default nothing is written. */
  data?: string;
  /** What new worlds start with; `demo` by default. */
  scenario?: Scenario;
  /** The same seed gives the same world. */
  seed?: number;
  /** Where the events of the default world go. Other worlds get an address with `PUT /sandbox/webhook`. */
  webhookUrl?: string;
  /** Signs the events (Standard Webhooks, `whsec_…`). */
  webhookSecret?: string;
  /** Records on a page of a list; 50 by default. */
  pageSize?: number;
  /** How long a report takes to prepare; 1500 by default. */
  reportDelayMs?: number;
  /** The program's currency; `USD` by default. */
  currency?: string;
};

export type RunningSandbox = {
  /** Without a slash at the end. */
  readonly url: string;
  /** The key of the default world, for the header `x-payments-api-key`. */
  readonly key: string;
  /** The key of another world, which is made when the key is first used. */
  keyOf(world: string): string;
  stop(): Promise<void>;
};

/** Starts an issuer in this process. Throws an error with one sentence for each option that is wrong. */
export function startSandbox(options?: StartOptions): Promise<RunningSandbox>;
