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

/** The one logger, to standard output. Secrets and personal data are redacted wherever they appear. */
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
      // Tells the lines of several dashboards apart, and those of one dashboard before and after a restart.
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
