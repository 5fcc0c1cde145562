"use server";

import { z } from "zod";
import { findNameProblem, lockList, updateView } from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";
import { findViewToChange, keepKnown, viewError } from "./view-access";
import { ViewListName, ViewName, ViewQuery, ViewVersion } from "./view-input";

/** Renames a view, or saves other parameters in it, unless somebody else changed it first. */
export const changeView = defineAction({
  permission: "views.save",
  confirmation: "none",
  input: z
    .object({
      list: ViewListName,
      viewId: OwnId,
      version: ViewVersion,
      name: ViewName.optional(),
      query: ViewQuery.optional(),
    })
    .transform((change) => ({
      ...change,
      ...(change.query !== undefined && { query: keepKnown(change.list, change.query) }),
    })),
  action: "view.change",
  target: ({ viewId }) => viewId,
  run: ({ input: { list, viewId, version, name, query }, actor, request, trace, commit }) =>
    commit(async (client) => {
      await lockList(client, list);
      const found = await findViewToChange(client, { viewId, version }, actor, request);
      if (!found.ok) return found;
      const before = found.data;
      if (before.list !== list)
        return failure(viewError("invalid", "This view belongs to another list.", request));
      const after = { name: name ?? before.name, query: query ?? before.query, isShared: before.isShared };
      const problem = await findNameProblem(client, {
        list,
        personId: before.ownerId,
        name: after.name,
        exceptId: viewId,
      });
      if (problem) return failure(viewError("refused", problem, request));
      const newVersion = await updateView(client, { id: viewId, personId: actor.id, ...after });
      trace.before = { name: before.name, query: before.query };
      trace.after = { name: after.name, query: after.query };
      return success({ version: newVersion, isShared: before.isShared });
    }),
  topics: (_, { isShared }) => (isShared ? ["views"] : []),
});
