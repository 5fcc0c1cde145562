"use server";

import { z } from "zod";
import { findTeamDefault, lockList, saveTeamDefault } from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";
import { findListError, findVisibleView, viewError } from "./view-access";
import { ViewListName } from "./view-input";

/** Whether a list opens with this view for everyone who hasn't chosen a default. */
export const setTeamDefaultView = defineAction({
  permission: "views.share",
  confirmation: "none",
  input: z.object({
    list: ViewListName,
    viewId: OwnId,
    isDefault: z.boolean(),
    /** For an undo: which view is the default now, or none. */
    expects: OwnId.nullable().optional(),
  }),
  action: "view.team-default",
  target: ({ viewId }) => viewId,
  run: ({ input: { list, viewId, isDefault, expects }, actor, request, commit }) =>
    commit(async (client) => {
      const denied = findListError(list, actor, request);
      if (denied) return failure(denied);
      await lockList(client, list);
      const found = await findVisibleView(client, viewId, actor, request);
      if (!found.ok) return found;
      if (found.data.list !== list || !found.data.isShared)
        return failure(viewError("refused", "Share the view before it becomes the team’s default.", request));
      if (expects !== undefined && (await findTeamDefault(client, list)) !== expects)
        return failure(viewError("conflict", "A colleague has changed the team’s default since.", request));
      await saveTeamDefault(client, { list, viewId, isDefault });
      return success({});
    }),
  topics: () => ["views"],
});
