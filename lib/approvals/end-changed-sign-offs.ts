import "server-only";
import { randomUUID } from "node:crypto";
import { findPerson } from "@/lib/auth/people";
import { pool } from "@/lib/db/database";
import { periodName, toPeriod } from "@/lib/domain/reconciliation/period";
import { inTransaction } from "@/lib/postgres/open-database";
import { voidRequest } from "./end-unanswered";
import { signOffPeriodOperation } from "./operations/sign-off-period";
import { listRequests, lockRequest, type StoredRequest } from "./requests";

/** Ends waiting sign-offs whose period changed since they were requested: nobody can approve them any more. */
export async function endChangedSignOffs(): Promise<StoredRequest[]> {
  const waiting = await listRequests(
    "r.state = 'waiting' and r.kind = 'sign-off' order by r.requested_at",
    [],
  );
  const ended: StoredRequest[] = [];
  for (const request of waiting) if (await endIfChanged(request)) ended.push(request);
  return ended;
}

async function endIfChanged({ id, content, requester }: StoredRequest): Promise<boolean> {
  const input = signOffPeriodOperation.input.safeParse(content?.input);
  if (!input.success) return false;
  const state = await signOffPeriodOperation.approval.readState(input.data, {
    isFresh: true,
    requesterId: requester.id,
    requestId: randomUUID(),
  });
  if (state.ok || state.error.code !== "conflict") return false;
  return inTransaction(await pool(), async (client) => {
    const request = await lockRequest(client, id);
    if (request?.state !== "waiting") return false;
    const reason = `${periodName(toPeriod(input.data.period))} changed since the request.`;
    await voidRequest(client, request, await findPerson(client, requester.id), reason);
    return true;
  });
}
