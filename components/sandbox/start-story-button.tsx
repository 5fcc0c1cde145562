"use client";

import { Button } from "@/components/ui/buttons/button";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { StoryDialogProps } from "./story-dialog";

const dialog = loadOnIntent<StoryDialogProps>(() => import("./story-dialog"));

type StartStoryButtonProps = Pick<StoryDialogProps, "story" | "speed" | "isPaused"> & {
  busy: boolean;
  /** For a story that goes on with the data as it is, which needs no confirmation. */
  onStart: () => void;
};

export function StartStoryButton({ story, speed, isPaused, busy, onStart }: StartStoryButtonProps) {
  const tone = isPaused ? "ghost" : "plain";
  const label = isPaused ? "Start paused" : "Play story";
  if (!story.replaces)
    return (
      <Button tone={tone} busy={busy} onClick={onStart}>
        {label}
      </Button>
    );
  return (
    <DialogButton tone={tone} busy={busy} dialog={dialog} dialogProps={{ story, speed, isPaused }}>
      {label}
    </DialogButton>
  );
}
