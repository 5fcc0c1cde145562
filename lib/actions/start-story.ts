"use server";

import { restartIndex } from "@/lib/card-index/sync/restart-index";
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
  async run({ input }) {
    const started = await sandboxControl.startStory(input);
    // Without an answer, it may have begun.
    if (started.ok ? started.data.story.replaces : started.error.code === "issuer-unavailable")
      await restartIndex();
    return started;
  },
  topics: () => ["cards", "transactions", "issuer", "index", "attention"],
});
