import "server-only";
import type { DestinationStream } from "pino";
import { type PrettyOptions, prettyFactory } from "pino-pretty";

/** Shown without their names: what they are is plain from the message. */
const BARE = new Set(["method", "path", "status", "call", "action", "outcome"]);
/** Shown elsewhere in the line, or long IDs that only a search through JSON lines needs. */
const HIDDEN = new Set(["level", "time", "msg", "err", "instance", "personId", "operationId"]);

/** Writes each log line as one readable line for a terminal; a stack trace follows an error. */
export function prettyDestination(
  write: (text: string) => void,
  options: Pick<PrettyOptions, "colorize"> = {},
): DestinationStream {
  const prettify = prettyFactory({
    ...options,
    translateTime: "SYS:HH:MM:ss",
    customPrettifiers: { time: (time) => String(time) },
    // The rest of the fields is in the message.
    include: "level,time,err",
    messageFormat: (line, messageKey, _levelLabel, { colors }) =>
      [plain(line[messageKey] ?? ""), ...fields(line).map((field) => colors.dim(field))].join(" "),
  });
  return { write: (line) => write(prettify(line)) };
}

function fields(line: Record<string, unknown>): string[] {
  return Object.entries(line)
    .filter(([name, value]) => !HIDDEN.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => {
      if (name === "durationMs") return `${value} ms`;
      return BARE.has(name) ? plain(value) : `${name}=${plain(value)}`;
    });
}

/** A value may come from a request: control characters in it must not reach the terminal. */
function plain(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /\p{C}/u.test(text) ? JSON.stringify(text).replaceAll(/\p{C}/gu, "\u{FFFD}") : text;
}
