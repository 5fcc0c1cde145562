import { Readable } from "node:stream";
import { Hono } from "hono";
import { HttpError } from "@/sandbox/http/http-error";
import { verifyLink } from "@/sandbox/reports/links";
import { writeReport } from "@/sandbox/reports/write-report";
import type { Sandbox } from "@/sandbox/sandbox";
import { findFileRequest } from "@/sandbox/store/file-requests";
import { getWorld } from "@/sandbox/store/world";

/** Report files; the signed link authorizes the download, so no API key is needed. */
export function downloadRoutes({ db, clock, config }: Sandbox) {
  const routes = new Hono({ strict: false });

  routes.get("/:file{.+\\.csv}", async (context) => {
    const referenceId = context.req.param("file").slice(0, -".csv".length);
    const { expires = "", signature = "" } = context.req.query();
    const world = await getWorld(db.pool);
    const linkStatus = verifyLink({ referenceId, expires, signature }, world.linkSecret, clock.now());
    if (linkStatus === "forged") throw new HttpError(403, "The link's signature is invalid");
    if (linkStatus === "expired") throw new HttpError(410, "The link has expired");
    const request = await findFileRequest(db.pool, referenceId);
    if (!request) throw new HttpError(404, "The file does not exist");
    const csv = writeReport(request, {
      db: db.pool,
      currency: config.currency,
      initialBalance: world.initialBalance,
      seed: world.seed,
    });
    return context.body(Readable.toWeb(Readable.from(csv, { objectMode: false })) as ReadableStream, 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${request.fileType}-${request.date}.csv"`,
    });
  });

  return routes;
}
