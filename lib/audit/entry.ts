import { z } from "zod";
import { AUDIT_OUTCOMES } from "@/lib/domain/people/audit-log";
import { ROLES } from "@/lib/domain/people/permissions";

export const AuditActor = z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) });

/** The content of an audit row. It is stored as canonical JSON, which is the text that the chain's hashes cover. */
export const AuditEntry = z.object({
  atMs: z.number(),
  /** begin: before an action; finish: after it; event: an action without duration, such as a sign-in. */
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

export type AuditRow = AuditEntry & { seq: number };

/**
 * A failed change may have taken effect unless the request never reached the issuer, the issuer rejected it, or the card
 * was read afterward.
 */
export function isOutcomeUncertain({ outcome, issuer, after }: AuditEntry): boolean {
  if (outcome !== "failed" || issuer === null || after !== null) return false;
  return issuer.status === null || issuer.status < 400 || issuer.status >= 500;
}
