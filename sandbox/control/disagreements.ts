import { Hono } from "hono";
import { reportDate } from "@/lib/domain/reports/report-calendar";
import { DisagreementRequest } from "@/lib/domain/settings/disagreements";
import { HttpError, parse, readJson } from "@/sandbox/http/http-error";
import { getProgram } from "@/sandbox/reports/get-program";
import { writeReport } from "@/sandbox/reports/write-report";
import type { Sandbox } from "@/sandbox/sandbox";
import {
  clearDisagreements,
  findDisagreement,
  insertDisagreement,
  listDisagreements,
} from "@/sandbox/store/disagreements";

export function disagreementRoutes(sandbox: Sandbox) {
  const { db } = sandbox;
  const routes = new Hono({ strict: false });

  routes.post("/disagreements", async (context) => {
    const request = parse(DisagreementRequest, await readJson(context));
    const day = request.day && reportDate(request.type, request.day);
    const id = await insertDisagreement(db.pool, { ...request, day });
    if (day) await storeChanges(request.type, day);
    const disagreement = await findDisagreement(db.pool, id);
    if (!disagreement) throw new HttpError(409, "The disagreement was cleared in the meantime");
    return context.json(disagreement, 201);
  });

  routes.get("/disagreements", async (context) =>
    context.json({ disagreements: await listDisagreements(db.pool) }),
  );

  routes.delete("/disagreements", async (context) =>
    context.json({ cleared: await clearDisagreements(db.pool) }),
  );

  /** Writes the file without sending it, to know what its disagreements change. */
  async function storeChanges(fileType: DisagreementRequest["type"], date: string): Promise<void> {
    for await (const _ of writeReport({ fileType, date }, await getProgram(sandbox)));
  }

  return routes;
}
