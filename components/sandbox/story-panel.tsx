"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { ErrorState } from "@/components/ui/messages/error-state";
import { DateTime } from "@/components/ui/values/date-time";
import { controlStory } from "@/lib/actions/control-story";
import { startStory } from "@/lib/actions/start-story";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import {
  type ListedStory,
  STORY_SPEEDS,
  STORY_STATUS_LABELS,
  type StoryCommand,
  type StorySpeed,
  type ToldStory,
} from "@/lib/domain/settings/stories";
import { StartStoryButton } from "./start-story-button";
import { StoryFileButton } from "./story-file-button";

const REFRESH_MS = 2_000;

const SPEED_OPTIONS = Object.entries(STORY_SPEEDS).map(([value, { label }]) => ({ value, label }));

type StoryPanelProps = { stories: readonly ListedStory[]; told: ToldStory | null };

/** Tells a story in the sandbox's world. */
export function StoryPanel({ stories, told }: StoryPanelProps) {
  const starting = useAction(startStory);
  const controlling = useAction(controlStory);
  const refresh = useRefresh();
  const [choice, setChoice] = useState(stories[0]?.story ?? "");
  const [speed, setSpeed] = useState<StorySpeed>("hour");
  const chosen = stories.find(({ story }) => story === choice) ?? stories[0];
  const isPlaying = told?.status === "playing";
  const isActive = isPlaying || told?.status === "paused";
  const isBusy = starting.isBusy || controlling.isBusy;
  const error = starting.error ?? controlling.error;
  useRegularRefresh(isPlaying, refresh);

  async function start(story: string, paused: boolean) {
    controlling.clearError();
    await starting.send({ story, speed, paused });
    refresh();
  }

  async function control(command: StoryCommand["command"]) {
    starting.clearError();
    await controlling.send(command === "play" ? { command, speed } : { command });
    refresh();
  }

  return (
    <div className="flex flex-col gap-4">
      {!isActive && (
        <Field label="Story" hint={chosen?.description ?? undefined}>
          <Select
            value={chosen?.story ?? ""}
            onChange={(event) => setChoice(event.target.value)}
            options={stories.map(({ story, name }) => ({ value: story, label: name }))}
          />
        </Field>
      )}
      <Field label="Speed">
        <Select
          value={speed}
          onChange={(event) => setSpeed(event.target.value as StorySpeed)}
          options={SPEED_OPTIONS}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {isActive ? (
          <>
            {isPlaying ? (
              <Button busy={isBusy} onClick={() => void control("pause")}>
                Pause
              </Button>
            ) : (
              <Button busy={isBusy} onClick={() => void control("play")}>
                Play
              </Button>
            )}
            <Button busy={isBusy} onClick={() => void control("step")}>
              Step
            </Button>
            <Button tone="ghost" busy={isBusy} onClick={() => void control("stop")}>
              Stop
            </Button>
          </>
        ) : (
          <>
            {chosen &&
              [false, true].map((isPaused) => (
                <StartStoryButton
                  key={String(isPaused)}
                  story={chosen}
                  speed={speed}
                  isPaused={isPaused}
                  busy={isBusy}
                  onStart={() => void start(chosen.story, isPaused)}
                />
              ))}
            <StoryFileButton
              onAdded={({ story }) => {
                setChoice(story);
                refresh();
              }}
            />
          </>
        )}
      </div>
      {error && <ErrorState error={error} isInline />}
      {told && <StoryProgress told={told} />}
    </div>
  );
}

function StoryProgress({ told }: { told: ToldStory }) {
  const { name, status, done, events, next, error, log } = told;
  return (
    <div className="flex flex-col gap-2">
      <p role="status">
        <span className="font-medium">{name}</span>: {STORY_STATUS_LABELS[status]}, {done} of {events} events
        {next && (
          <span className="block text-small text-ink-2">
            Next: {next.action} on <DateTime value={next.at} />
          </span>
        )}
        {error && <span className="block text-small">{error}</span>}
      </p>
      {log.length > 0 && (
        <>
          {log.length < done && (
            <p className="text-small text-ink-2">
              The newest {formatCount(log.length)} of {countOf(done, "event")}
            </p>
          )}
          <ol
            aria-label="Story log"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
            tabIndex={0}
            className="max-h-80 divide-y divide-line overflow-auto border-line border-t text-small"
          >
            {log.map(({ at, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same thing may happen twice at the same time.
              <li key={`${at} ${index}`} className="flex flex-col py-1.5">
                <DateTime value={at} className="text-ink-2" />
                <span className="min-w-0 break-words">{text}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function useRegularRefresh(isOn: boolean, refresh: () => void): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => latest.current(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}
