import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { EXPORT_COLUMNS, exportCells } from "@/lib/audit/export-row";
import type { AuditFilter } from "@/lib/audit/read";
import { walkAudit } from "@/lib/audit/walk";
import { findMissingConfirmation } from "@/lib/auth/confirmation/recent-confirmation";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { database } from "@/lib/db/database";
import type { CellRow } from "@/lib/domain/exports/cell";
import { inTransaction } from "@/lib/postgres/open-database";
import { auditView } from "@/lib/url/audit-view";
import { exportFileName } from "@/lib/url/export-file-name";
import { findAuditTargets } from "./audit-targets";
import { errorResponse } from "./define-route";
import { exportResponse, readExportFormat, unknownFormat } from "./export-response";
import { withExportSlot } from "./export-slots";

/** Streams the filtered log as a file. The export is audited before the first byte is sent. */
export async function exportAudit(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("audit.export", { action: "audit.export" }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  const unconfirmed = await findMissingConfirmation(permitted.data, info.requestId);
  if (unconfirmed) return errorResponse(unconfirmed);
  return withExportSlot(permitted.data.id, request, () => createExport(request, info, permitted.data));
}

async function createExport(
  request: Request,
  info: RequestInfo,
  { id, name, role }: Actor,
): Promise<Response> {
  const format = readExportFormat(request);
  if (!format) return errorResponse(unknownFormat(info.requestId));
  const view = auditView.parse(new URL(request.url).searchParams);
  const { person, action, target, outcome, from, to, zone } = view;
  const targets = target ? await findAuditTargets(target) : null;
  if (targets?.isTruncated) {
    const message = "Too many cards match to export all their entries. Add the last four or the full name.";
    return errorResponse({ code: "refused", message, requestId: info.requestId, retry: "never" });
  }
  const filter = {
    actorId: person ?? undefined,
    action: action ?? undefined,
    outcome: outcome ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    zone: zone ?? undefined,
  };
  const { zone: timeZone, ...auditedFilter } = filter;
  const { pool } = await database();
  await inTransaction(pool, (client) =>
    appendAudit(client, {
      phase: "event",
      action: "audit.export",
      outcome: "succeeded",
      actor: { id, name, role },
      // The search text may be a cardholder's name, so the IDs it stands for are recorded instead. `zone` would be
      // masked as the region of an address.
      input: {
        ...auditedFilter,
        timeZone,
        format,
        ...(targets && { target: targets.ids, entries: targets.about.entries }),
      },
      address: info.address,
    }),
  );
  return exportResponse(exportFileName("audit-log", view, auditView.defaults, format), format, {
    name: "Audit log",
    columns: EXPORT_COLUMNS,
    batches: toBatches({ ...filter, ...(targets && { about: targets.about }) }),
  });
}

async function* toBatches(filter: AuditFilter): AsyncGenerator<CellRow[]> {
  for await (const rows of walkAudit(filter)) yield rows.map(exportCells);
}
