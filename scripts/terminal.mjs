import { stripVTControlCharacters } from "node:util";

/** @typedef {{ isTTY?: boolean }} Output */
/** @typedef {Record<string, string | undefined>} Environment */

/**
 * How the programs format their logs. Their output is a pipe, so only the start script knows whether it ends in a
 * terminal.
 * @param {Output} output
 * @param {Environment} env
 * @param {"json" | "pretty" | null} logFormat as LOG_FORMAT sets it
 */
export function describeTerminal(output, env, logFormat) {
  const format = logFormat ?? (output.isTTY ? "pretty" : "json");
  const isForced = Boolean(env.FORCE_COLOR) && env.FORCE_COLOR !== "0";
  const canColor = isForced || (output.isTTY === true && env.TERM !== "dumb");
  const hasColors = format === "pretty" && canColor && !env.NO_COLOR;
  return {
    format,
    hasColors,
    /** @type {Record<string, string>} */
    env: { LOG_FORMAT: format, ...(hasColors && { FORCE_COLOR: "1" }) },
  };
}

/** @typedef {ReturnType<typeof describeTerminal>} Terminal */

/**
 * Prefixes a line with the program's name, except for JSON lines, which must stay parsable.
 * @param {string} label
 * @param {string} line
 * @param {Pick<Terminal, "format" | "hasColors">} terminal
 */
export function labelLine(label, line, { format, hasColors }) {
  if (format === "json" && line.startsWith("{")) return line;
  const prefix = `${label} │`;
  return `${hasColors ? `\u001b[2m${prefix}\u001b[22m` : prefix} ${line}`;
}

/**
 * Whether a line that was printed during startup should be shown afterward: warnings and JSON lines are, the Next.js
 * banner is not.
 * @param {string} line
 */
export function isRelevantAfterStart(line) {
  return line.startsWith("{") || /^[\d:]+ (WARN|ERROR|FATAL)\b/.test(stripVTControlCharacters(line));
}
