import { z } from "zod";
import { AUDIT_OUTCOMES } from "@/lib/domain/audit-log";
import { ROLES } from "@/lib/domain/permissions";

export const AuditActor = z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) });

/** What one row of the audit log says. Stored as canonical JSON: this text is what the chain's hashes cover. */
export const AuditEntry = z.object({
  atMs: z.number(),
  /** begin: before the call; finish: after it; event: something with no length, such as a sign-in. */
  phase: z.enum(["begin", "finish", "event"]),
  operationId: z.string().nullable(),
  actor: AuditActor.nullable(),
  action: z.string(),
  target: z.string().nullable(),
  outcome: z.enum(AUDIT_OUTCOMES),
  input: z.unknown(),
  before: z.unknown(),
  after: z.unknown(),
  issuer: z
    .object({ status: z.number().nullable(), code: z.number().nullable(), requestId: z.string() })
    .nullable(),
  message: z.string().nullable(),
  durationMs: z.number().nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry with its place in the chain. */
export type AuditRow = AuditEntry & { seq: number };
