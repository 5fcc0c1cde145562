import { expect, test } from "vitest";
import { welcome } from "./welcome";
import { worldKeys } from "./worlds/world-keys";

test.each(["sk_sandbox_cardwell", "sk_sandbox_A-Secret", "a-secret"])(
  "with the key %s, the other key that is shown opens a world",
  (key) => {
    const [, other = ""] = /such as (\S+),/.exec(welcome({ url: "", key, folder: null })) ?? [];
    expect(worldKeys(key).nameOf(other)).toBe("my-team");
  },
);
