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
  async run({ input, trace }) {
    const started = await sandboxControl.startStory(input);
    if (!started.ok) return started;
    trace.target = started.data.story.name;
    if (started.data.story.replaces) await restartIndex();
    return started;
  },
  topics: () => ["cards", "transactions", "issuer", "index", "attention"],
});
