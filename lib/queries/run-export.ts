import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { findMissingConfirmation } from "@/lib/auth/confirmation/recent-confirmation";
import { permit } from "@/lib/auth/permit";
import { type RequestInfo, readRequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { type CellRow, lastFourCell, textCell, timeCell } from "@/lib/domain/exports/cell";
import { ITEM_STATES, type RunItem } from "@/lib/domain/runs/run";
import { OwnId } from "@/lib/domain/text/own-id";
import { inTransaction } from "@/lib/postgres/open-database";
import { readRun, readRunItems } from "@/lib/runs/read-runs";
import { runFileName } from "@/lib/url/run-view";
import { errorResponse } from "./define-route";
import { exportResponse, readExportFormat, unknownFormat } from "./export-response";
import { withExportSlot } from "./export-slots";

const ACTION = "run.export";
const ITEMS_PER_READ = 500;

const COLUMNS = [
  "position",
  "row",
  "card_id",
  "last_four",
  "cardholder_name",
  "card_name",
  "outcome",
  "reason",
  "finished_utc",
] as const;

const VALUES: Record<(typeof COLUMNS)[number], (item: RunItem) => CellRow[number]> = {
  position: ({ position }) => position,
  row: ({ rowNumber }) => rowNumber,
  card_id: ({ cardId }) => textCell(cardId),
  last_four: ({ lastFour }) => lastFourCell(lastFour),
  cardholder_name: ({ cardholderName }) => textCell(cardholderName),
  card_name: ({ cardName }) => textCell(cardName),
  outcome: ({ state }) => ITEM_STATES[state],
  reason: ({ reason }) => textCell(reason),
  finished_utc: ({ finishedAt }) => finishedAt && timeCell(finishedAt),
};

type Params = { params: Promise<{ runId: string }> };

/** Streams what happened to each card, for who may see the run and export lists. Audited before the first byte. */
export async function exportRun(request: Request, { params }: Params): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const permitted = await permit("bulk.freeze", { action: ACTION }, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  const mayExport = await permit("lists.export", { action: ACTION }, info);
  if (!mayExport.ok) return errorResponse(mayExport.error);
  const unconfirmed = await findMissingConfirmation(mayExport.data, info.requestId);
  if (unconfirmed) return errorResponse(unconfirmed);
  const { data: runId } = OwnId.safeParse((await params).runId);
  return withExportSlot(permitted.data.id, request, () =>
    createExport(request, info, permitted.data, runId ?? null),
  );
}

async function createExport(
  request: Request,
  info: RequestInfo,
  { id, name, role }: Actor,
  runId: string | null,
): Promise<Response> {
  const { requestId, address } = info;
  const format = readExportFormat(request);
  if (!format) return errorResponse(unknownFormat(requestId));
  const run = runId && (await readRun(runId, id));
  if (!run) return errorResponse({ code: "not-found", message: "Run not found.", requestId, retry: "never" });
  await inTransaction(await pool(), (client) =>
    appendAudit(client, {
      phase: "event",
      action: ACTION,
      outcome: "succeeded",
      actor: { id, name, role },
      target: run.id,
      input: { format },
      address,
    }),
  );
  return exportResponse(runFileName(run, format), format, {
    name: "Cards",
    columns: COLUMNS,
    batches: toBatches(run.id),
  });
}

async function* toBatches(runId: string): AsyncGenerator<CellRow[]> {
  let after = 0;
  for (;;) {
    const items = await readRunItems(runId, { state: null, after, limit: ITEMS_PER_READ });
    if (items.length > 0) yield items.map((item) => COLUMNS.map((column) => VALUES[column](item)));
    after = items.at(-1)?.position ?? after;
    if (items.length < ITEMS_PER_READ) return;
  }
}
