import "server-only";
import type pg from "pg";
import { findPerson } from "@/lib/auth/people";
import type { PolicyKind } from "@/lib/domain/approvals/policies";
import { voidRequest } from "./end-unanswered";
import { listRequests } from "./requests";

/** What they did at the issuer isn't in this database. Of the others, everything is. */
const KINDS_AT_ISSUER: readonly PolicyKind[] = ["block", "reissue", "issue"];

const RESTORED =
  "A backup was restored. Check at the issuer whether it was carried out, and request it again.";

/**
 * Ends requests of a restored copy whose operation had not begun when the backup was taken: the one that the backup is
 * of may have carried them out since. Returns how many.
 */
export async function endRestored(client: pg.ClientBase): Promise<number> {
  const requests = await listRequests(
    `r.kind = any($1) and r.state in ('waiting', 'approved', 'emergency') and r.finished_at is null
     and not exists (select from operations o where o.id = r.id) order by r.requested_at for update of r`,
    [KINDS_AT_ISSUER],
    client,
  );
  for (const request of requests) {
    const requester = await findPerson(client, request.requester.id);
    await voidRequest(client, request, requester, { message: RESTORED, isInDoubt: true });
  }
  return requests.length;
}
