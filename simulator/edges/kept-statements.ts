import { HEADER_BYTES, splitMessages, type WireMessage } from "./wire-messages";

const PARSE_COMPLETE = new Uint8Array([0x31, 0, 0, 0, 4]);

/**
 * Gives a name to each statement that a client sends without one, so that the engine parses and plans its text once
 * for all seeds. That saves a fifth of a seed's time.
 */
export class KeptStatements {
  #names = new Map<string, string>();
  #kept = new Map<string, string>();

  /** Together with the engine's memory, which holds the statements. */
  keep(): void {
    this.#kept = new Map(this.#names);
  }

  restore(): void {
    this.#names = new Map(this.#kept);
  }

  execute(request: Uint8Array, executeRaw: (request: Uint8Array) => Uint8Array): Uint8Array {
    // What has no values is one message, a simple query.
    const [parse, bind, ...rest] = splitMessages(request);
    if (parse?.type !== "P" || bind?.type !== "B") return executeRaw(request);
    const text = Buffer.from(parse.bytes.subarray(HEADER_BYTES)).toString();
    const known = this.#names.get(text);
    const name = known ?? `kept_${this.#names.size}`;
    // A bind names its portal first, which has no name either.
    const named = [insertName(bind, HEADER_BYTES + 1, name), ...rest.map(({ bytes }) => bytes)];
    if (known) return join([PARSE_COMPLETE, executeRaw(join(named))]);
    const reply = executeRaw(join([insertName(parse, HEADER_BYTES, name), ...named]));
    // Unless the engine refused the text.
    if (reply[0] === PARSE_COMPLETE[0]) this.#names.set(text, name);
    return reply;
  }
}

/** Where the empty name's final zero is. */
function insertName({ bytes }: WireMessage, start: number, name: string): Uint8Array {
  const message = Buffer.concat([bytes.subarray(0, start), Buffer.from(name), bytes.subarray(start)]);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
