"use server";

import { z } from "zod";
import { saveViewOrder } from "@/lib/db/saved-views";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS } from "@/lib/domain/views/saved-view";
import { defineAction } from "./define-action";
import { findListError } from "./view-access";
import { ViewListName } from "./view-input";

/** The order of a list's tabs, for this person only. IDs that don't exist have no effect. */
export const arrangeViews = defineAction({
  permission: "views.save",
  confirmation: "none",
  input: z.object({ list: ViewListName, order: z.array(OwnId).max(MAX_OWN_VIEWS + MAX_SHARED_VIEWS) }),
  action: "view.arrange",
  target: ({ list }) => list,
  run: ({ input: { list, order }, actor, request, commit }) =>
    commit(async (client) => {
      const denied = findListError(list, actor, request);
      if (denied) return failure(denied);
      await saveViewOrder(client, { list, personId: actor.id, order: [...new Set(order)] });
      return success({});
    }),
});
