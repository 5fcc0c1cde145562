import "server-only";
import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/log";
import { logCounted } from "./log-counted";

/** The symbols that Next prepends to its own messages. */
const NEXT_PREFIX = /^\s*[⨯⚠▲○✓»]\s*/u;

/** What Next writes for a request that anybody can send, or a tab from before an update. */
const CALLERS_MISTAKES = [
  { text: /failed-to-find-server-action/, message: "Unknown actions were called" },
  { text: /^Request body exceeded /, message: "Request bodies were too large" },
];

/** Redirects console errors and warnings, such as those of Next, to the log. */
export function logConsole(): void {
  console.error = (...args) => write("error", args);
  console.warn = (...args) => write("warn", args);
}

function write(level: "error" | "warn", args: unknown[]): void {
  const err = args.find((arg) => arg instanceof Error);
  const text = stripVTControlCharacters(format(...args.filter((arg) => arg !== err))).replace(
    NEXT_PREFIX,
    "",
  );
  const mistake = CALLERS_MISTAKES.find((known) => known.text.test(err?.message ?? text));
  const message = text.replace(/:\s*$/, "").trim();
  if (mistake) logCounted("warn", {}, mistake.message);
  else if (err) log()[level]({ err }, message || (level === "error" ? "Unhandled error" : "Warning"));
  else if (message) log()[level](message);
}
