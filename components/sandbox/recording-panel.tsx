"use client";

import { Button } from "@/components/ui/buttons/button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { controlRecording } from "@/lib/actions/control-recording";
import { openFileTarget } from "@/lib/client/file-target";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import type { RecordingCommand, SandboxStories } from "@/lib/domain/settings/stories";

/** Records what is done to the sandbox's world, to save it as a story. */
export function RecordingPanel({ recording }: { recording: SandboxStories["recording"] }) {
  const { send, isBusy, error } = useAction(controlRecording);
  const refresh = useRefresh();
  const { isRecording, steps, file } = recording;

  async function control(command: RecordingCommand["command"]) {
    await send({ command });
    refresh();
  }

  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-small text-ink-2">
        {isRecording ? `Recording: ${countOf(steps, "step")}` : describeRecorded(steps)}
      </p>
      <div className="flex flex-wrap gap-2">
        {isRecording ? (
          <Button busy={isBusy} onClick={() => void control("stop")}>
            Stop recording
          </Button>
        ) : (
          <Button busy={isBusy} onClick={() => void control("start")}>
            Start recording
          </Button>
        )}
        {file !== null && !isRecording && (
          <Button tone="ghost" onClick={() => void save(file)}>
            Save as file
          </Button>
        )}
      </div>
      {error && <ErrorState error={error} isInline />}
    </div>
  );
}

function describeRecorded(steps: number): string {
  return steps === 0 ? "Nothing recorded yet." : `${countOf(steps, "step")} recorded.`;
}

async function save(text: string): Promise<void> {
  const target = await openFileTarget("story.yaml", { type: "application/yaml", isLarge: false });
  await target.write(new TextEncoder().encode(text));
  await target.finish();
}
