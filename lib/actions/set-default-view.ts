"use server";

import { z } from "zod";
import { saveDefault } from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { ALL_VIEW } from "@/lib/domain/views/saved-view";
import { defineAction } from "./define-action";
import { findListError, findVisibleView, viewError } from "./view-access";
import { ViewListName } from "./view-input";

/** What a list opens with, for this person: a view, the list itself, or whatever the team's default is (null). */
export const setDefaultView = defineAction({
  permission: "views.save",
  confirmation: "none",
  input: z.object({ list: ViewListName, choice: z.union([OwnId, z.literal(ALL_VIEW), z.null()]) }),
  action: "view.default",
  target: ({ list, choice }) => choice ?? list,
  run: ({ input: { list, choice }, actor, request, commit }) =>
    commit(async (client) => {
      const denied = findListError(list, actor, request);
      if (denied) return failure(denied);
      if (choice !== null && choice !== ALL_VIEW) {
        const found = await findVisibleView(client, choice, actor, request);
        if (!found.ok) return found;
        if (found.data.list !== list)
          return failure(viewError("invalid", "This view belongs to another list.", request));
      }
      await saveDefault(client, { list, personId: actor.id, choice });
      return success({});
    }),
});
