import "server-only";
import { z } from "zod";
import {
  VIEW_LIST_NAMES,
  VIEW_NAME_MAX_CHARACTERS,
  VIEW_QUERY_MAX_CHARACTERS,
} from "@/lib/domain/views/saved-view";
import { freeText } from "./free-text";

export const ViewListName = z.enum(VIEW_LIST_NAMES);

/** On one line, because it is a tab. */
export const ViewName = freeText(VIEW_NAME_MAX_CHARACTERS).refine((name) => !/\p{Cc}/u.test(name), {
  error: "must be on one line",
});

/** As the browser sends it; the action keeps only what the list understands. */
export const ViewQuery = z.string().max(VIEW_QUERY_MAX_CHARACTERS, {
  error: "has too many filters to be saved. Shorten the search or remove a filter.",
});

export const ViewVersion = z.int().positive();
