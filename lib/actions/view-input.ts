import "server-only";
import { z } from "zod";
import { VIEW_LIST_NAMES } from "@/lib/domain/views/saved-view";
import { findNameError } from "@/lib/domain/views/view-name";
import { listName } from "./list-name";

export const ViewListName = z.enum(VIEW_LIST_NAMES);

export const ViewName = listName(findNameError);

const MAX_SENT_CHARACTERS = 4_000;

/** As the browser sends it; the action keeps only what the list understands, and checks its length. */
export const ViewQuery = z.string().max(MAX_SENT_CHARACTERS);

export const ViewVersion = z.int().positive();
