import "server-only";
import { randomUUID } from "node:crypto";
import { findPerson } from "@/lib/auth/people";
import { pool } from "@/lib/db/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { readCurrentState } from "./current-state";
import { voidRequest } from "./end-unanswered";
import { governedOperation } from "./governed-operations";
import { listRequests, lockRequest, type StoredRequest } from "./requests";

/** Ends waiting requests whose period or plan changed since they were made: nobody can approve them any more. */
export async function endChanged(): Promise<StoredRequest[]> {
  const waiting = await listRequests("r.state = 'waiting' order by r.requested_at", []);
  const ended: StoredRequest[] = [];
  for (const request of waiting) if (await endIfChanged(request)) ended.push(request);
  return ended;
}

async function endIfChanged(waiting: StoredRequest): Promise<boolean> {
  const { id, content, requester } = waiting;
  const reason = content && governedOperation(waiting).approval.endReason?.(content.input);
  if (!reason) return false;
  const state = await readCurrentState(waiting, content, randomUUID());
  if (state.ok || state.error.code !== "conflict") return false;
  return inTransaction(await pool(), async (client) => {
    const request = await lockRequest(client, id);
    if (request?.state !== "waiting") return false;
    await voidRequest(client, request, await findPerson(client, requester.id), { message: reason });
    return true;
  });
}
