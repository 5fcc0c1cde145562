export type WireMessage = { type: string; bytes: Uint8Array };

/** A letter and the length. */
export const HEADER_BYTES = 5;

/** Splits what the server sends, and what a client sends after its startup message. */
export function splitMessages(bytes: Uint8Array): WireMessage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const messages: WireMessage[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + view.getInt32(start + 1);
    messages.push({ type: String.fromCharCode(bytes[start] ?? 0), bytes: bytes.subarray(start, end) });
    start = end;
  }
  return messages;
}

/** Every other message of a client begins with a letter, this one with its length. */
export function isStartup(bytes: Uint8Array): boolean {
  return bytes[0] === 0;
}

/** The text of a simple query. */
export function queryText({ bytes }: WireMessage): string {
  return Buffer.from(bytes.subarray(HEADER_BYTES, -1)).toString();
}

/** The end of a reply says whether the session is now in a transaction. */
export function isInTransaction(messages: WireMessage[]): boolean {
  const ready = messages.findLast(({ type }) => type === "Z");
  return ready !== undefined && ready.bytes[HEADER_BYTES] !== "I".charCodeAt(0);
}

/** The process ID of the notifying session comes first, then the channel. */
export function notificationChannel({ bytes }: WireMessage): string {
  const start = HEADER_BYTES + 4;
  return Buffer.from(bytes.subarray(start, bytes.indexOf(0, start))).toString();
}

export function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const header = Buffer.alloc(HEADER_BYTES, "Q");
  header.writeInt32BE(text.length + 4, 1);
  return new Uint8Array(Buffer.concat([header, text]));
}

export function startupMessage(): Uint8Array {
  const PROTOCOL_3 = 196_608;
  const parameters = Buffer.from("user\0postgres\0database\0postgres\0\0");
  const header = Buffer.alloc(8);
  header.writeInt32BE(header.length + parameters.length, 0);
  header.writeInt32BE(PROTOCOL_3, 4);
  return new Uint8Array(Buffer.concat([header, parameters]));
}
