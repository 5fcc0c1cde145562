import { ListQuery } from "@/lib/contract/list";
import { createRoutes } from "@/sandbox/http/env";
import { parse, readJson } from "@/sandbox/http/http-error";
import { listEnvelope } from "@/sandbox/http/list-envelope";
import { blockCard, freezeCard, getCard, reissueCard } from "@/sandbox/operations/change-card";
import { issueCard } from "@/sandbox/operations/issue-card";
import { toCard, toCardDetail } from "@/sandbox/store/cards";

export function cardRoutes() {
  const routes = createRoutes();

  routes.get("/", (context) => {
    const { state, config } = context.var.world;
    const query = parse(ListQuery, context.req.query(), "query");
    const { count, rows } = state.cards.page(query, config.pageSize);
    const page = { count, results: rows.map(toCard) };
    return context.json(listEnvelope(context.req.url, query, page, config.pageSize));
  });

  routes.post("/", async (context) => {
    const body = await readJson(context);
    return context.json(toCard(issueCard(context.var.world, body)), 201);
  });

  routes.get("/:cardId", (context) =>
    context.json(toCardDetail(getCard(context.var.world.state, context.req.param("cardId")))),
  );

  routes.put("/:cardId/freeze", async (context) => {
    const body = await readJson(context);
    freezeCard(context.var.world, context.req.param("cardId"), body);
    return context.json({});
  });

  routes.put("/:cardId/block", async (context) => {
    const body = await readJson(context);
    blockCard(context.var.world, context.req.param("cardId"), body);
    return context.json({ message: "Card blocked" });
  });

  routes.put("/:cardId/replace", async (context) => {
    const body = await readJson(context);
    reissueCard(context.var.world, context.req.param("cardId"), body);
    return context.json({ message: "Card reissued" });
  });

  return routes;
}
