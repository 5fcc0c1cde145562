import { ListQuery } from "@/lib/contract/list";
import { createRoutes } from "@/sandbox/http/env";
import { parse } from "@/sandbox/http/http-error";
import { listEnvelope } from "@/sandbox/http/list-envelope";
import { toTransaction } from "@/sandbox/store/transactions";

export function transactionRoutes() {
  const routes = createRoutes();

  routes.get("/", (context) => {
    const { state, config } = context.var.world;
    const query = parse(ListQuery, context.req.query(), "query");
    const { count, rows } = state.transactions.page(query, config.pageSize);
    const page = { count, results: rows.map((row) => toTransaction(state, row)) };
    return context.json(listEnvelope(context.req.url, query, page, config.pageSize));
  });

  return routes;
}
