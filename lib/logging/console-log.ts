import "server-only";
import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/log";

/** The signs that Next puts in front of its own messages. */
const NEXT_SIGN = /^\s*[⨯⚠▲○✓»]\s*/u;

/** Next and some packages report errors to the console: from now on they appear as log lines like all others. */
export function logConsole(): void {
  console.error = (...said) => write("error", said);
  console.warn = (...said) => write("warn", said);
}

function write(level: "error" | "warn", said: unknown[]): void {
  const err = said.find((part) => part instanceof Error);
  const words = stripVTControlCharacters(format(...said.filter((part) => part !== err))).replace(
    NEXT_SIGN,
    "",
  );
  const message = words.replace(/:\s*$/, "").trim();
  if (err) log()[level]({ err }, message || (level === "error" ? "Unhandled error" : "Warning"));
  else if (message) log()[level](message);
}
