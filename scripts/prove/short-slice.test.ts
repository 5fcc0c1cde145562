import { expect, it } from "vitest";
import { tampering } from "./tampering";

// Longer than the default, because a busy machine takes minutes for what takes seconds.
const TIMEOUT_MS = 300_000;

// Claims of `npm run prove` that need no build and take seconds, with small counts.

it.each([tampering])(
  "$name",
  async ({ run }) => {
    expect(await run({ isShort: true, seed: 1, minutes: 1 })).toMatchObject({ isMet: true });
  },
  TIMEOUT_MS,
);
