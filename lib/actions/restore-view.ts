"use server";

import { z } from "zod";
import {
  findNameProblem,
  findSaveProblem,
  lockDeletedView,
  lockList,
  restoreView as restore,
} from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { canChangeView } from "@/lib/domain/views/saved-view";
import { defineAction } from "./define-action";
import { findListError, viewError } from "./view-access";
import { ViewListName } from "./view-input";

/** Undoes a deletion, for whoever deleted the view: everyone has it again where it was. */
export const restoreView = defineAction({
  permission: "views.save",
  confirmation: "none",
  input: z.object({ list: ViewListName, viewId: OwnId }),
  action: "view.restore",
  target: ({ viewId }) => viewId,
  run: ({ input: { list, viewId }, actor, request, commit }) =>
    commit(async (client) => {
      const denied = findListError(list, actor, request);
      if (denied) return failure(denied);
      await lockList(client, list);
      const view = await lockDeletedView(client, { id: viewId, personId: actor.id });
      if (!view || view.list !== list || !canChangeView(view, actor))
        return failure(viewError("not-found", "This view can’t be restored any more.", request));
      const { ownerId, name, isShared } = view;
      const place = { list, personId: ownerId, isShared };
      const problem =
        (await findSaveProblem(client, place)) ?? (await findNameProblem(client, { ...place, name }));
      if (problem) return failure(viewError("refused", problem, request));
      await restore(client, viewId);
      return success({ isShared });
    }),
  topics: (_, { isShared }) => (isShared ? ["views"] : []),
});
