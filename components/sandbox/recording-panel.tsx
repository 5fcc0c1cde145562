"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { addStory } from "@/lib/actions/add-story";
import { controlRecording } from "@/lib/actions/control-recording";
import { openFileTarget } from "@/lib/client/file-target";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import type { RecordingCommand, SandboxStories } from "@/lib/domain/settings/stories";

/** Records what is done to the sandbox's world, to play it as a story. */
export function RecordingPanel({ recording }: { recording: SandboxStories["recording"] }) {
  const controlling = useAction(controlRecording);
  const adding = useAction(addStory);
  const refresh = useRefresh();
  const [typedName, setTypedName] = useState<string | null>(null);
  const { isRecording, steps, needsThisData } = recording;
  const isBusy = controlling.isBusy || adding.isBusy;
  const error = controlling.error ?? adding.error;
  const name = typedName ?? recording.name ?? "";

  async function control(command: RecordingCommand["command"]) {
    adding.clearError();
    setTypedName(null);
    await controlling.send({ command });
    refresh();
  }

  /** The recorded story as a file, with the name that was typed. */
  async function readFile(): Promise<string | null> {
    adding.clearError();
    if (name.trim() === "") return null;
    const named = await controlling.send({ command: "stop", name });
    return named.ok ? named.data.yaml : null;
  }

  async function save() {
    const text = await readFile();
    if (text === null) return;
    const target = await openFileTarget(`${name.trim()}.yaml`, { type: "application/yaml", isLarge: false });
    await target.write(new TextEncoder().encode(text));
    await target.finish();
  }

  async function add() {
    const text = await readFile();
    if (text === null) return;
    const added = await adding.send({ text });
    refresh();
    if (added.ok) toast({ title: `Added “${added.data.name}” to the stories`, tone: "good" });
  }

  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-small text-ink-2">
        {isRecording ? `Recording: ${countOf(steps, "step")}` : describeRecorded(steps)}
      </p>
      {steps > 0 && needsThisData && (
        <p className="text-small text-ink-2">
          Some steps name cards or purchases from before the recording by their IDs. The story can be played
          only until the data is replaced. To play it at any time, reset the sandbox while you record.
        </p>
      )}
      {steps > 0 && !isRecording && (
        <Field label="Name" error={name.trim() === "" ? "Enter a name." : undefined}>
          <TextInput value={name} maxLength={100} onChange={(event) => setTypedName(event.target.value)} />
        </Field>
      )}
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
        {steps > 0 && !isRecording && (
          <>
            <Button tone="ghost" busy={isBusy} onClick={() => void add()}>
              Add to stories
            </Button>
            <Button tone="ghost" busy={isBusy} onClick={() => void save()}>
              Save as file
            </Button>
          </>
        )}
      </div>
      {error && <ErrorState error={error} isInline />}
    </div>
  );
}

function describeRecorded(steps: number): string {
  return steps === 0 ? "Nothing recorded yet." : `${countOf(steps, "step")} recorded.`;
}
