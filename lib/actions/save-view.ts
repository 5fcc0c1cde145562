"use server";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { findSaveProblem, insertView, lockList } from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";
import { findListError, findShareError, keepKnown, viewError } from "./view-access";
import { ViewListName, ViewName, ViewQuery } from "./view-input";

/** Saves the parameters of a list's URL under a name. Sharing it needs the right to share, as well. */
export const saveView = defineAction({
  permission: "views.save",
  confirmation: "none",
  input: z
    .object({ list: ViewListName, name: ViewName, query: ViewQuery, isShared: z.boolean() })
    .transform((view) => ({ ...view, query: keepKnown(view.list, view.query) })),
  action: "view.save",
  target: () => null,
  run: ({ input: { list, name, query, isShared }, actor, request, trace, commit }) =>
    commit(async (client) => {
      const denied =
        findListError(list, actor, request) ?? (isShared ? findShareError(actor, request) : null);
      if (denied) return failure(denied);
      await lockList(client, list);
      const problem = await findSaveProblem(client, { list, personId: actor.id, name, isShared });
      if (problem) return failure(viewError("refused", problem, request));
      const id = randomUUID();
      await insertView(client, { id, list, personId: actor.id, name, query, isShared });
      trace.target = id;
      return success({ id, query });
    }),
  topics: ({ isShared }) => (isShared ? ["views"] : []),
});
