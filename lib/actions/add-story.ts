"use server";

import { StoryFile } from "@/lib/domain/settings/stories";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. Adds a file to the stories; playing it is what the audit log records. */
export const addStory = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: StoryFile,
  action: "sandbox.add-story",
  audited: false,
  target: () => null,
  run: ({ input }) => sandboxControl.addStory(input),
});
