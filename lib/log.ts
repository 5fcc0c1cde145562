import "server-only";
import { randomUUID } from "node:crypto";
import pino from "pino";
import { env } from "@/lib/env";
import { prettyDestination } from "@/lib/logging/pretty-lines";
import { processWide } from "@/lib/process-wide";

const SECRET_FIELDS = [
  "password",
  "token",
  "secret",
  "key",
  "apiKey",
  "authorization",
  "cookie",
  "signature",
  "email",
  "phoneNumber",
];

const slot = processWide<pino.Logger>("log");

/** The only logger; it writes to standard output and redacts secrets and personal data. */
export function log(): pino.Logger {
  const { logLevel, logFormat } = env();
  slot.current ??= createLog(
    logLevel,
    logFormat === "pretty" ? prettyDestination((text) => process.stdout.write(text)) : pino.destination(1),
  );
  return slot.current;
}

export function createLog(level: string, destination: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level,
      // Distinguishes the lines of several instances, and of one instance before and after a restart.
      base: { instance: randomUUID().slice(0, 8) },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: "[redacted]",
      },
    },
    destination,
  );
}
