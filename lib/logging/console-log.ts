import "server-only";
import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/log";

/** The symbols that Next prepends to its own messages. */
const NEXT_PREFIX = /^\s*[⨯⚠▲○✓»]\s*/u;

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
  const message = text.replace(/:\s*$/, "").trim();
  if (err) log()[level]({ err }, message || (level === "error" ? "Unhandled error" : "Warning"));
  else if (message) log()[level](message);
}
