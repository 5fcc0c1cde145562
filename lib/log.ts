import "server-only";
import pino from "pino";
import { env } from "@/lib/env";
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

/** The one logger: JSON lines on standard output, with secrets and personal data struck out wherever they stand. */
export function log(): pino.Logger {
  slot.current ??= pino({
    level: env().logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[redacted]",
    },
  });
  return slot.current;
}
