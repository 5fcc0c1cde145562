"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { addStory } from "@/lib/actions/add-story";
import { useAction } from "@/lib/client/use-action";
import { type ListedStory, MAX_STORY_CHARACTERS } from "@/lib/domain/settings/stories";

/** Adds a file to the stories. The sandbox checks it. */
export function StoryFileButton({ onAdded }: { onAdded: (story: ListedStory) => void }) {
  const { send, isBusy, error, clearError } = useAction(addStory);
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  async function add(file: File) {
    clearError();
    setFileName(file.name);
    const text = file.size > MAX_STORY_CHARACTERS ? null : await file.text();
    const found = findProblem(text);
    setProblem(found);
    if (text === null || found !== null) return;
    const result = await send({ text });
    if (result.ok) onAdded(result.data);
  }

  return (
    <>
      <Button tone="ghost" busy={isBusy} onClick={() => input.current?.click()}>
        Choose a file…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Story file"
        accept=".yaml,.yml,.json"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So that the same file can be chosen again after it was changed.
          event.target.value = "";
          if (file) void add(file);
        }}
      />
      {problem !== null && (
        <p role="alert" className="w-full text-small text-bad">
          {fileName}: {problem}
        </p>
      )}
      {error && (
        <div className="w-full">
          <ErrorState
            error={{ ...error, message: `${fileName}: ${error.message.replace(/^story: /, "")}` }}
            isInline
          />
        </div>
      )}
    </>
  );
}

function findProblem(text: string | null): string | null {
  if (text === null) return "The file is too large. Choose one of at most 500 KB.";
  // Neither YAML nor JSON has this character, and most other files do.
  return text.includes("\0") ? "This isn’t a text file. Choose a story in YAML or JSON." : null;
}
