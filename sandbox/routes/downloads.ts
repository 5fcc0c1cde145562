import { Readable } from "node:stream";
import { Hono, type MiddlewareHandler } from "hono";
import type { WorldEnv } from "@/sandbox/http/env";
import { HttpError } from "@/sandbox/http/http-error";
import { verifyLink } from "@/sandbox/reports/links";
import { writeReport } from "@/sandbox/reports/write-report";
import type { Worlds } from "@/sandbox/worlds/worlds";

/** The link names its world. Any other name is treated like a wrong signature and makes no world. */
export function downloadWorld(worlds: Worlds): MiddlewareHandler<WorldEnv> {
  return async (context, next) => {
    const name = context.req.query("world") ?? worlds.keys.defaultName;
    if (!worlds.has(name)) throw forged();
    context.set("world", await worlds.open(name));
    return next();
  };
}

/** Report files; the signed link authorizes the download, so no API key is needed. */
export function downloadRoutes() {
  const routes = new Hono<WorldEnv>({ strict: false });

  routes.get("/:file{.+\\.csv}", (context) => {
    const { world } = context.var;
    const { state, clock } = world;
    const referenceId = context.req.param("file").slice(0, -".csv".length);
    const { expires = "", signature = "" } = context.req.query();
    const link = verifyLink({ referenceId, expires, signature }, state.program.linkSecret, clock.now());
    if (link === "forged") throw forged();
    if (link === "expired") throw new HttpError(410, "The link has expired");
    const request = state.fileRequests.get(referenceId);
    if (!request) throw new HttpError(404, "The file does not exist");
    const { parts, changes } = writeReport(request, world.reportProgram());
    world.saveDisagreementChanges(changes);
    return context.body(Readable.toWeb(Readable.from(parts, { objectMode: false })) as ReadableStream, 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${request.fileType}-${request.date}.csv"`,
    });
  });

  return routes;
}

function forged(): HttpError {
  return new HttpError(403, "The link's signature is invalid");
}
