import "server-only";
import { readVerification } from "@/lib/audit/verification";
import { type Source, sample, timestamp } from "./source";

const VERIFIED_AT = "cardwell_audit_chain_verified_timestamp_seconds";

export const auditSource: Source = {
  name: "audit",
  metrics: ["cardwell_audit_rows", "cardwell_audit_chain_intact", VERIFIED_AT],
  async read(db) {
    const { rows, newerRows, checkedAt, fullyCheckedAt, why } = await readVerification(db);
    return [
      sample("cardwell_audit_rows", { state: "verified" }, rows),
      sample("cardwell_audit_rows", { state: "unverified" }, newerRows),
      sample("cardwell_audit_chain_intact", {}, why === null ? 1 : 0),
      ...timestamp(VERIFIED_AT, { pass: "newest" }, checkedAt),
      ...timestamp(VERIFIED_AT, { pass: "full" }, fullyCheckedAt),
    ];
  },
};
