import { Hono } from "hono";
import { ListQuery } from "@/lib/contract/list";
import { parse } from "@/sandbox/http/http-error";
import { listEnvelope } from "@/sandbox/http/list-envelope";
import type { Sandbox } from "@/sandbox/sandbox";
import { listTransactions } from "@/sandbox/store/transactions";

export function transactionRoutes({ db, config }: Sandbox) {
  const routes = new Hono({ strict: false });

  routes.get("/", async (context) => {
    const query = parse(ListQuery, context.req.query(), "query");
    const page = await listTransactions(db.pool, query, config.pageSize);
    return context.json(listEnvelope(context.req.url, query, page, config.pageSize));
  });

  return routes;
}
