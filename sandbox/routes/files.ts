import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { FileType, fileQuery } from "@/lib/contract/report";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { inTransaction } from "@/lib/postgres/open-database";
import { parse } from "@/sandbox/http/http-error";
import { assignDisagreement } from "@/sandbox/reports/assign-disagreement";
import type { Sandbox } from "@/sandbox/sandbox";
import { insertDelivery } from "@/sandbox/store/deliveries";
import { insertFileRequest } from "@/sandbox/store/file-requests";

export function fileRoutes(sandbox: Sandbox) {
  const { db, clock, config, deliveries } = sandbox;
  const routes = new Hono({ strict: false });

  routes.get("/:fileType", async (context) => {
    const now = clock.now();
    const fileType = parse(FileType, context.req.param("fileType"), "fileType");
    const { date } = parse(fileQuery(fileType, toIsoDate(now)), context.req.query(), "query");
    await assignDisagreement({ fileType, date }, sandbox);
    const referenceId = randomUUID();
    await inTransaction(db.pool, async (client) => {
      await insertFileRequest(client, {
        referenceId,
        fileType,
        date,
        origin: new URL(context.req.url).origin,
        requestedAt: now,
      });
      await insertDelivery(client, { referenceId, dueAt: new Date(Date.now() + config.reportDelayMs) });
    });
    deliveries.wake();
    return context.json({
      message: "The report is being prepared. Its link will be delivered by webhook.",
      reference_id: referenceId,
    });
  });

  return routes;
}
