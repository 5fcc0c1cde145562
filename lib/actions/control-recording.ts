"use server";

import { RecordingCommand } from "@/lib/domain/settings/stories";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only: starts or stops writing down what is done, as a story. */
export const controlRecording = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: RecordingCommand,
  action: "sandbox.record",
  target: () => null,
  run: ({ input }) => sandboxControl.controlRecording(input),
  topics: () => ["issuer"],
});
