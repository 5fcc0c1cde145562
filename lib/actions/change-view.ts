"use server";

import { z } from "zod";
import { findNameProblem, lockList, updateView } from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { auditedQuery } from "@/lib/domain/views/audited-query";
import { defineAction } from "./define-action";
import { findQueryError, findViewToChange, keepKnown, viewError, viewNameError } from "./view-access";
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
    .transform(({ name, query, ...change }) => ({
      ...change,
      ...(name !== undefined && { viewName: name }),
      ...(query !== undefined && { listQuery: keepKnown(change.list, query) }),
    })),
  action: "view.change",
  target: ({ viewId }) => viewId,
  run: ({ input: { list, viewId, version, viewName, listQuery }, actor, request, trace, commit }) =>
    commit(async (client) => {
      await lockList(client, list);
      const purpose = listQuery === undefined ? "rename" : "save";
      const found = await findViewToChange(client, { viewId, version, purpose }, actor, request);
      if (!found.ok) return found;
      const before = found.data;
      if (before.list !== list)
        return failure(viewError("invalid", "This view belongs to another list.", request));
      const unusable = listQuery === undefined ? null : findQueryError(listQuery, request);
      if (unusable) return failure(unusable);
      const { isShared } = before;
      const after = { name: viewName ?? before.name, query: listQuery ?? before.query, isShared };
      const named = { list, personId: before.ownerId, name: after.name, isShared, exceptId: viewId };
      const problem = viewName === undefined ? null : await findNameProblem(client, named);
      if (problem) return failure(viewNameError(problem, request));
      const newVersion = await updateView(client, { id: viewId, personId: actor.id, ...after });
      trace.before = { viewName: before.name, filters: auditedQuery(before.query) };
      trace.after = { viewName: after.name, filters: auditedQuery(after.query) };
      return success({ version: newVersion, isShared });
    }),
  topics: (_, { isShared }) => (isShared ? ["views"] : []),
});
