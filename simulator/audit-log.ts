import type { AuditEntry } from "@/lib/audit/entry";
import type { World } from "./world";

/** From the oldest to the newest. */
export async function readAuditLog({ databases }: World): Promise<AuditEntry[]> {
  const rows = await databases.dashboard.read<{ body: string }>("select body from audit order by seq");
  return rows.map(({ body }) => JSON.parse(body) as AuditEntry);
}
