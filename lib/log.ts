import "server-only";
import pino from "pino";
import { env } from "@/lib/env";

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

const shared = globalThis as typeof globalThis & { cardwellLog?: pino.Logger };

/** The one logger: JSON lines on standard output, with secrets and personal data struck out wherever they stand. */
export function log(): pino.Logger {
  shared.cardwellLog ??= pino({
    level: env().logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[redacted]",
    },
  });
  return shared.cardwellLog;
}
