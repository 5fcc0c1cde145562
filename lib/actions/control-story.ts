"use server";

import { storableText } from "@/lib/domain/cards/search-text";
import { StoryCommand } from "@/lib/domain/settings/stories";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. */
export const controlStory = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: StoryCommand,
  action: "sandbox.control-story",
  target: () => null,
  async run({ input, trace }) {
    const result = await sandboxControl.controlStory(input);
    if (result.ok) trace.target = storableText(result.data.story.name);
    return result;
  },
  topics: () => ["cards", "transactions", "issuer"],
});
