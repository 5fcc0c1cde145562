import "server-only";
import type { DestinationStream } from "pino";
import { type PrettyOptions, prettyFactory } from "pino-pretty";

/** Shown without their names: what they are is plain from the message. */
const BARE = new Set(["method", "path", "status", "call", "action", "outcome"]);
/** Shown elsewhere in the line, or long IDs that only a search through JSON lines needs. */
const HIDDEN = new Set(["level", "time", "msg", "instance", "personId", "operationId"]);
/** A warning must not fill the screen with a stack: anyone can cause one with a malformed request. */
const HAS_STACK = /^\{"level":"(error|fatal)"/;

/** Writes each log line as one readable line for a terminal; only an error is followed by its stack. */
export function prettyDestination(
  write: (text: string) => void,
  options: Pick<PrettyOptions, "colorize"> = {},
): DestinationStream {
  const settings: PrettyOptions = {
    ...options,
    translateTime: "SYS:HH:MM:ss",
    customPrettifiers: { time: (time) => String(time) },
    messageFormat: (line, messageKey, _levelLabel, { colors }) =>
      [plain(line[messageKey] ?? ""), ...fields(line).map((field) => colors.dim(field))].join(" "),
  };
  // All other fields are in the message.
  const oneLine = prettyFactory({ ...settings, include: "level,time" });
  const withStack = prettyFactory({ ...settings, include: "level,time,err" });
  return { write: (line) => write(HAS_STACK.test(line) ? withStack(line) : oneLine(line)) };
}

function fields(line: Record<string, unknown>): string[] {
  return Object.entries(line)
    .filter(([name, value]) => !HIDDEN.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => {
      if (name === "err") return `error=${plain(firstLineOf(value))}`;
      if (name === "durationMs") return `${value} ms`;
      return BARE.has(name) ? plain(value) : `${name}=${plain(value)}`;
    });
}

function firstLineOf(err: unknown): string {
  const message = typeof err === "object" && err !== null && "message" in err ? err.message : err;
  return String(message).split("\n", 1)[0] ?? "";
}

/** A value may come from a request: control characters in it must not reach the terminal. */
function plain(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /\p{C}/u.test(text) ? JSON.stringify(text).replaceAll(/\p{C}/gu, "\u{FFFD}") : text;
}
