"use server";

import { z } from "zod";
import { deleteView as remove } from "@/lib/db/saved-views";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { auditedQuery } from "@/lib/domain/views/audited-query";
import { defineAction } from "./define-action";
import { findViewToChange } from "./view-access";
import { ViewVersion } from "./view-input";

/** Whoever had it as default opens the list with the next one. It can be restored for a day. */
export const deleteView = defineAction({
  permission: "views.save",
  confirmation: "none",
  input: z.object({ viewId: OwnId, version: ViewVersion }),
  action: "view.delete",
  target: ({ viewId }) => viewId,
  run: ({ input, actor, request, trace, commit }) =>
    commit(async (client) => {
      const found = await findViewToChange(client, { ...input, purpose: "delete" }, actor, request);
      if (!found.ok) return found;
      const { list, name, query, isShared } = found.data;
      await remove(client, { id: input.viewId, personId: actor.id });
      trace.before = { list, viewName: name, filters: auditedQuery(query), isShared };
      return success({ isShared });
    }),
  topics: (_, { isShared }) => (isShared ? ["views"] : []),
});
