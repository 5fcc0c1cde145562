"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { startStory } from "@/lib/actions/start-story";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import type { ListedStory, StoryChoice } from "@/lib/domain/settings/stories";
import { describeReplacement, REPLACE_CONFIRMATION } from "./replace-confirmation";

export type StoryDialogProps = OpenDialog & {
  story: ListedStory;
  speed: StoryChoice["speed"];
  isPaused: boolean;
};

export default function StoryDialog({ open, onClose, story, speed, isPaused }: StoryDialogProps) {
  const { send, isBusy, error } = useAction(startStory);
  const refresh = useRefresh();

  async function start() {
    const result = await send({ story: story.story, speed, paused: isPaused });
    refresh();
    if (result.ok) onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void start()}
      title={`Play “${story.name}”?`}
      description={describeReplacement("the story’s start")}
      confirmLabel={isPaused ? "Start paused" : "Play story"}
      tone="destructive"
      busy={isBusy}
      typedConfirmation={REPLACE_CONFIRMATION}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
