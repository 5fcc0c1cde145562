"use server";

import { z } from "zod";
import { findNameProblem, findShareProblem, lockList, updateView } from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { auditedQuery } from "@/lib/domain/views/audited-query";
import { defineAction } from "./define-action";
import { findViewToChange, viewError } from "./view-access";
import { ViewListName, ViewVersion } from "./view-input";

/** Whoever had it as default opens the list with the next one once it is no longer shared. */
export const shareView = defineAction({
  permission: "views.share",
  confirmation: "none",
  input: z.object({ list: ViewListName, viewId: OwnId, version: ViewVersion, isShared: z.boolean() }),
  action: "view.share",
  actionOf: ({ isShared }) => (isShared ? "view.share" : "view.unshare"),
  target: ({ viewId }) => viewId,
  run: ({ input: { list, viewId, version, isShared }, actor, request, trace, commit }) =>
    commit(async (client) => {
      await lockList(client, list);
      const found = await findViewToChange(client, { viewId, version, purpose: "share" }, actor, request);
      if (!found.ok) return found;
      const view = found.data;
      if (view.list !== list)
        return failure(viewError("invalid", "This view belongs to another list.", request));
      const { name, query } = view;
      const isNew = isShared && !view.isShared;
      const problem = isNew
        ? ((await findShareProblem(client, list)) ??
          (await findNameProblem(client, { list, personId: view.ownerId, name, isShared, exceptId: viewId })))
        : null;
      if (problem) return failure(viewError("refused", problem, request));
      const newVersion = await updateView(client, { id: viewId, personId: actor.id, name, query, isShared });
      trace.before = { isShared: view.isShared };
      trace.after = { isShared, filters: auditedQuery(query) };
      return success({ version: newVersion });
    }),
  topics: () => ["views"],
});
