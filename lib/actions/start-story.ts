"use server";

import { StoryChoice } from "@/lib/domain/settings/stories";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. A story may replace all data, like a reset. */
export const startStory = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: StoryChoice,
  action: "sandbox.start-story",
  target: ({ story }) => story,
  async run({ input, trace }) {
    const result = await sandboxControl.startStory(input);
    if (result.ok) trace.target = result.data.story.name;
    return result;
  },
  topics: () => ["cards", "transactions", "issuer", "index", "attention"],
});
