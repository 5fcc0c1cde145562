import { z } from "zod";

/** How fast the sandbox tells a story, as the page offers it. */
export const STORY_SPEEDS = {
  instant: { label: "All at once", speed: "instant" },
  minute: { label: "1 minute per second", speed: 60 },
  hour: { label: "1 hour per second", speed: 3_600 },
  day: { label: "1 day per second", speed: 86_400 },
} as const;
export type StorySpeed = keyof typeof STORY_SPEEDS;

const Speed = z.enum(Object.keys(STORY_SPEEDS) as [StorySpeed, ...StorySpeed[]]);

export const StoryChoice = z.object({
  story: z.string().regex(/^[a-z0-9-]{1,64}$/, { error: "must be the name of a story" }),
  speed: Speed,
  /** Waits for play or step. */
  paused: z.boolean().default(false),
});
export type StoryChoice = z.input<typeof StoryChoice>;

export const STORY_COMMANDS = ["play", "pause", "step", "stop"] as const;
export const StoryCommand = z.object({ command: z.enum(STORY_COMMANDS), speed: Speed.optional() });
export type StoryCommand = z.infer<typeof StoryCommand>;

export const RecordingCommand = z.object({ command: z.enum(["start", "stop"]) });
export type RecordingCommand = z.infer<typeof RecordingCommand>;

export const ToldStory = z.object({
  name: z.string(),
  status: z.enum(["playing", "paused", "finished", "failed", "stopped"]),
  done: z.number(),
  events: z.number(),
  next: z.object({ at: z.string(), action: z.string() }).nullable(),
  error: z.string().nullable(),
  /** The newest last. */
  log: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type ToldStory = z.infer<typeof ToldStory>;

export const STORY_STATUS_LABELS = {
  playing: "Playing",
  paused: "Paused",
  finished: "Finished",
  failed: "Failed",
  stopped: "Stopped",
} as const satisfies Record<ToldStory["status"], string>;

export const ShippedStory = z.object({
  story: z.string(),
  name: z.string(),
  description: z.string().nullable(),
});
export type ShippedStory = z.infer<typeof ShippedStory>;

export type SandboxStories = {
  stories: ShippedStory[];
  /** Null if none was told since the sandbox started. */
  told: ToldStory | null;
  /** `file` is null while nothing was recorded. */
  recording: { isRecording: boolean; steps: number; file: string | null };
};
