import { expect, it } from "vitest";
import { tampering } from "./tampering";

// Claims of `npm run prove` that need no build and take seconds, with small counts.

it.each([tampering])("$name", async ({ run }) => {
  expect(await run({ isShort: true, seed: 1, minutes: 1 })).toMatchObject({ isMet: true });
});
