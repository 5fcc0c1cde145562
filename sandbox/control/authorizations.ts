import { DECLINE_REASONS } from "@/sandbox/domain/authorization";
import { createRoutes } from "@/sandbox/http/env";
import { readJson } from "@/sandbox/http/http-error";
import { authorize } from "@/sandbox/operations/authorize";
import { changeTransaction, TRANSACTION_VERBS } from "@/sandbox/operations/change-transaction";
import { toTransaction } from "@/sandbox/store/transactions";

export function authorizationRoutes() {
  const routes = createRoutes();

  routes.post("/authorizations", async (context) => {
    const body = await readJson(context);
    const { world } = context.var;
    const { transaction, code } = authorize(world, body);
    const decision = { approved: code === null, code, reason: code && DECLINE_REASONS[code] };
    return context.json({ ...decision, transaction: toTransaction(world.state, transaction) }, 201);
  });

  for (const verb of TRANSACTION_VERBS) {
    routes.post(`/transactions/:id/${verb}`, (context) => {
      const { world } = context.var;
      const transaction = changeTransaction(world, context.req.param("id") ?? "", verb);
      return context.json({ transaction: toTransaction(world.state, transaction) });
    });
  }

  return routes;
}
