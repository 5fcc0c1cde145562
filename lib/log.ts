import "server-only";
import { randomUUID } from "node:crypto";
import pino from "pino";
import { env } from "@/lib/env";
import { prettyDestination } from "@/lib/logging/pretty-lines";
import { processWide } from "@/lib/process-wide";
import { currentTraceId } from "@/lib/tracing/span";

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
      mixin: () => {
        const traceId = currentTraceId();
        return traceId === null ? {} : { trace_id: traceId };
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: "[redacted]",
      },
    },
    destination,
  );
}

/** Without the rows that PostgreSQL quotes, which have names and addresses in them: “Key (email)=(…) already exists”. */
function describeError(error: Error): object {
  const {
    detail: _detail,
    where: _where,
    ...described
  } = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  return described;
}
