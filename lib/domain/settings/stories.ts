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

export const MAX_STORY_CHARACTERS = 500_000;

/** The text of a file in YAML or JSON; the sandbox checks it. */
export const StoryFile = z.object({
  text: z.string().max(MAX_STORY_CHARACTERS, { error: "must be at most 500,000 characters" }),
});
export type StoryFile = z.infer<typeof StoryFile>;

export const STORY_COMMANDS = ["play", "pause", "step", "stop"] as const;
export const StoryCommand = z.object({ command: z.enum(STORY_COMMANDS), speed: Speed.optional() });
export type StoryCommand = z.infer<typeof StoryCommand>;

export const RecordingCommand = z.object({
  command: z.enum(["start", "stop"]),
  /** What the recorded story is called; only when it stops or has stopped. */
  name: z
    .string()
    .trim()
    .min(1, { error: "must not be empty" })
    .max(100, { error: "must be at most 100 characters" })
    .optional(),
});
export type RecordingCommand = z.infer<typeof RecordingCommand>;

export const ToldStory = z.object({
  name: z.string(),
  /** It began with new data. */
  replaces: z.boolean(),
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

/** One that comes with the sandbox, or was added as a file. */
export const ListedStory = z.object({
  story: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** It begins with new data, for everyone who uses the sandbox. */
  replaces: z.boolean(),
});
export type ListedStory = z.infer<typeof ListedStory>;

export type SandboxStories = {
  stories: ListedStory[];
  /** Null if none was told since the sandbox started. */
  told: ToldStory | null;
  /** `name` is null while nothing was recorded. */
  recording: { isRecording: boolean; steps: number; name: string | null; needsThisData: boolean };
};
