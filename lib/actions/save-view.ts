"use server";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { findNameProblem, findSaveProblem, insertView, lockList } from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { auditedQuery } from "@/lib/domain/views/audited-query";
import { defineAction } from "./define-action";
import {
  findListError,
  findQueryError,
  findShareError,
  keepKnown,
  viewError,
  viewNameError,
} from "./view-access";
import { ViewListName, ViewName, ViewQuery } from "./view-input";

/** Saves the parameters of a list's URL under a name. Sharing it needs the right to share, as well. */
export const saveView = defineAction({
  permission: "views.save",
  confirmation: "none",
  input: z
    .object({ list: ViewListName, name: ViewName, query: ViewQuery, isShared: z.boolean() })
    .transform(({ list, name, query, isShared }) => ({
      list,
      viewName: name,
      listQuery: keepKnown(list, query),
      isShared,
    })),
  action: "view.save",
  target: () => null,
  run: ({ input: { list, viewName, listQuery, isShared }, actor, request, trace, commit }) =>
    commit(async (client) => {
      const denied =
        findListError(list, actor, request) ??
        (isShared ? findShareError(actor, request) : null) ??
        findQueryError(listQuery, request);
      if (denied) return failure(denied);
      await lockList(client, list);
      const place = { list, personId: actor.id, isShared };
      const problem = await findSaveProblem(client, place);
      if (problem) return failure(viewError("refused", problem, request));
      const nameProblem = await findNameProblem(client, { ...place, name: viewName });
      if (nameProblem) return failure(viewNameError(nameProblem, request));
      const id = randomUUID();
      const view = { name: viewName, query: listQuery, isShared };
      await insertView(client, { id, list, personId: actor.id, ...view });
      trace.target = id;
      trace.after = { filters: auditedQuery(listQuery), isShared };
      return success({ id });
    }),
  topics: ({ isShared }) => (isShared ? ["views"] : []),
});
