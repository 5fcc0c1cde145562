import "server-only";
import type { DestinationStream } from "pino";
import { type PrettyOptions, prettyFactory } from "pino-pretty";

/** Fields shown without their names, because the message makes them clear. */
const UNNAMED_FIELDS = new Set(["method", "path", "status", "call", "action", "outcome"]);
/** Fields shown elsewhere in the line, and long IDs that are only useful when searching JSON lines. */
const HIDDEN_FIELDS = new Set(["level", "time", "msg", "instance", "personId", "operationId"]);
/** Only errors show a stack: anyone can cause warnings with malformed requests, and they must not fill the screen. */
const HAS_STACK = /^\{"level":"(error|fatal)"/;

/** Formats each log line as one readable line for a terminal. */
export function prettyDestination(
  write: (text: string) => void,
  options: Pick<PrettyOptions, "colorize"> = {},
): DestinationStream {
  const settings: PrettyOptions = {
    ...options,
    translateTime: "SYS:HH:MM:ss",
    customPrettifiers: { time: (time) => String(time) },
    messageFormat: (line, messageKey, _levelLabel, { colors }) =>
      [toSafeText(line[messageKey] ?? ""), ...formatFields(line).map((field) => colors.dim(field))].join(" "),
  };
  // messageFormat includes all other fields.
  const oneLine = prettyFactory({ ...settings, include: "level,time" });
  const withStack = prettyFactory({ ...settings, include: "level,time,err" });
  return { write: (line) => write(HAS_STACK.test(line) ? withStack(line) : oneLine(line)) };
}

function formatFields(line: Record<string, unknown>): string[] {
  return Object.entries(line)
    .filter(([name, value]) => !HIDDEN_FIELDS.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => {
      if (name === "err") return `error=${toSafeText(firstLineOf(value))}`;
      if (name === "durationMs") return `${value} ms`;
      return UNNAMED_FIELDS.has(name) ? toSafeText(value) : `${name}=${toSafeText(value)}`;
    });
}

function firstLineOf(err: unknown): string {
  const message = typeof err === "object" && err !== null && "message" in err ? err.message : err;
  return String(message).split("\n", 1)[0] ?? "";
}

/** A value may come from a request, so its control characters must not reach the terminal. */
function toSafeText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /\p{C}/u.test(text) ? JSON.stringify(text).replaceAll(/\p{C}/gu, "\u{FFFD}") : text;
}
