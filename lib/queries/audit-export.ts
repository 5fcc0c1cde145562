import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { walkAudit } from "@/lib/audit/read";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { database } from "@/lib/db/database";
import { csvLine, csvText, csvTime } from "@/lib/domain/csv";
import { inTransaction } from "@/lib/postgres/open-database";
import { auditView } from "@/lib/url/audit-view";
import { exportFileName } from "@/lib/url/export-file-name";
import { csvResponse } from "./csv-response";
import { errorResponse } from "./define-route";
import { inExportSlot } from "./export-slots";

const COLUMNS = [
  "entry",
  "at_utc",
  "action",
  "outcome",
  "person",
  "role",
  "target",
  "message",
  "issuer_status",
  "issuer_code",
  "issuer_request_id",
  "duration_ms",
  "address",
  "operation_id",
  "input",
  "before",
  "after",
];

/** The filtered log as CSV, while it is read. That someone took it is written down before the first byte leaves. */
export async function exportAudit(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("audit.export", { action: "audit.export" }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  return inExportSlot(permitted.data.id, request, () => makeExport(request, info, permitted.data));
}

async function makeExport(request: Request, info: RequestInfo, { id, name, role }: Actor): Promise<Response> {
  const view = auditView.parse(new URL(request.url).searchParams);
  const { person, action, target, outcome, from, to, zone } = view;
  const filter = {
    actorId: person ?? undefined,
    action: action ?? undefined,
    target: target ?? undefined,
    outcome: outcome ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    zone: zone ?? undefined,
  };
  const { pool } = await database();
  await inTransaction(pool, (client) =>
    appendAudit(client, {
      phase: "event",
      action: "audit.export",
      outcome: "succeeded",
      actor: { id, name, role },
      input: filter,
      address: info.address,
    }),
  );
  return csvResponse(exportFileName("audit-log", view, auditView.defaults), lines(filter));
}

async function* lines(filter: Parameters<typeof walkAudit>[0]): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const rows of walkAudit(filter)) {
    yield rows
      .map((row) =>
        csvLine([
          row.seq,
          csvTime(new Date(row.atMs)),
          row.action,
          row.outcome,
          csvText(row.actor?.name),
          row.actor?.role,
          csvText(row.target),
          row.message,
          row.issuer?.status,
          row.issuer?.code,
          csvText(row.issuer?.requestId),
          row.durationMs,
          row.address,
          row.operationId,
          asJson(row.input),
          asJson(row.before),
          asJson(row.after),
        ]),
      )
      .join("");
  }
}

function asJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
