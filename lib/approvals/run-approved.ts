import "server-only";
import { beginOperation, type Intent } from "@/lib/audit/operations";
import { cardTopics, runOperation } from "@/lib/audit/run-operation";
import { findPerson, type Person } from "@/lib/auth/people";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { announceOutcome, publishApprovals } from "./announce";
import { mayStillRequest, titleOf, voidRequest } from "./end-unanswered";
import { GOVERNED_OPERATIONS } from "./governed-operations";
import { findRequest, lockRequest, type RequestContent, type StoredRequest } from "./requests";

/**
 * Runs an approved request as its requester's operation. The operation has the request's ID, so it runs once, whoever
 * calls this and however often.
 */
export async function runApproved(id: string): Promise<void> {
  const request = await findRequest(id);
  if (request?.state !== "approved" || request.finishedAt || !request.content) return;
  const { pool } = await database();
  const { rowCount: hasBegun } = await pool.query("select from operations where id = $1", [id]);
  if (!hasBegun) {
    const requester = await findPermittedRequester(id);
    if (!requester) return publishApprovals(request.target, [request.requester.id]);
    await begin(request, request.content, requester);
  }
  await recordOutcome(id);
}

async function begin(request: StoredRequest, content: RequestContent, requester: Person): Promise<void> {
  const operation = GOVERNED_OPERATIONS[request.kind];
  const { id, name, role } = requester;
  const intent: Intent = {
    operationId: request.id,
    actor: { id, name, role },
    action: operation.action,
    target: operation.target(content.input),
    input: content.input,
    address: request.requester.address,
    isExclusive: operation.isExclusive ?? false,
    note: `Requested by ${name}, approved by ${request.decidedBy?.name ?? "a colleague"}.`,
  };
  const started = await beginOperation(intent);
  if (started.is === "new") {
    const { operationId, actor } = intent;
    const context = {
      input: content.input,
      actor,
      request: { requestId: operationId },
      operationId,
      trace: {},
    };
    await runOperation(operation, intent, context);
  } else if (started.is === "rejected") await publish(["audit", ...cardTopics(intent)]);
  else if (started.is === "mismatch")
    log().error({ operationId: request.id }, "The ID of an approved request belongs to another operation");
}

/** Null if the requester has lost the right since it was approved: the request is then void. */
async function findPermittedRequester(id: string): Promise<Person | null> {
  const { pool } = await database();
  return inTransaction(pool, async (client) => {
    const request = await lockRequest(client, id);
    const requester = request && (await findPerson(client, request.requester.id));
    if (!request || mayStillRequest(request, requester)) return requester;
    await voidRequest(client, request, requester);
    return null;
  });
}

type Finished = { state: string; message: string | null; target: string | null };

/** Copies the operation's outcome to the request once it is known, and tells the requester. */
export async function recordOutcome(id: string): Promise<void> {
  const { pool } = await database();
  const recorded = await inTransaction(pool, async (client) => {
    const request = await lockRequest(client, id);
    if (!request || request.finishedAt) return null;
    const { rows } = await client.query<Finished>(
      `select state, result #>> '{error,message}' as message, target from operations
       where id = $1 and state in ('succeeded', 'failed')`,
      [id],
    );
    const [operation] = rows;
    if (!operation) return null;
    // A card that was issued has its ID only now.
    await client.query(
      `update approval_requests set outcome = $2, outcome_message = $3, finished_at = now(),
         target = coalesce(target, $4) where id = $1`,
      [id, operation.state, operation.message, operation.target],
    );
    const requester = await findPerson(client, request.requester.id);
    if (requester && request.state === "approved")
      await announceOutcome(client, requester, {
        id,
        title: titleOf(request),
        outcome: describeOutcome(request, operation),
        isGood: operation.state === "succeeded",
      });
    return { ...request, target: request.target ?? operation.target };
  });
  if (recorded) await publishApprovals(recorded.target, [recorded.requester.id]);
}

function describeOutcome({ decidedBy }: StoredRequest, { state, message }: Finished): string {
  const by = decidedBy ? ` by ${decidedBy.name}` : "";
  return state === "succeeded"
    ? `was approved${by}, and is done.`
    : `was approved${by}, but failed. ${message ?? ""}`.trim();
}
