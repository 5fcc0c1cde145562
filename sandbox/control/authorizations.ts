import { DECLINE_REASONS } from "@/sandbox/domain/authorization";
import { lastFour } from "@/sandbox/domain/credentials";
import { createRoutes } from "@/sandbox/http/env";
import { readJson } from "@/sandbox/http/http-error";
import { authorize } from "@/sandbox/operations/authorize";
import { changeTransaction, TRANSACTION_VERBS } from "@/sandbox/operations/change-transaction";
import { toTransaction } from "@/sandbox/store/transactions";

const MAX_LISTED = 20;

export function authorizationRoutes() {
  const routes = createRoutes();

  routes.post("/authorizations", async (context) => {
    const body = await readJson(context);
    const { world } = context.var;
    const { transaction, code } = authorize(world, body);
    const decision = { approved: code === null, code, reason: code && DECLINE_REASONS[code] };
    return context.json({ ...decision, transaction: toTransaction(world.state, transaction) }, 201);
  });

  /** The newest, with what the API's list doesn't have: the merchant, and the card's digits. */
  routes.get("/transactions", (context) => {
    const { state } = context.var.world;
    const { rows } = state.transactions.page({ page: 1 }, MAX_LISTED);
    const transactions = rows.map((row) => ({
      ...toTransaction(state, row),
      merchant: row.merchant,
      last_four: lastFour(state.cards.get(row.cardId)?.cardNumber ?? ""),
    }));
    return context.json({ transactions });
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
