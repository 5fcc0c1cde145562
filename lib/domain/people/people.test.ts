import { describe, expect, it } from "vitest";
import { NewPassword } from "./people";

describe("a new password", () => {
  it.each([11, 129])("can't have %d characters", (length) => {
    expect(NewPassword.safeParse("a".repeat(length)).success).toBe(false);
  });

  it.each([12, 64, 128])("can have %d characters", (length) => {
    expect(NewPassword.parse("a".repeat(length))).toHaveLength(length);
  });

  it.each(["only small letters", "847261950382", "ПАРОЛЬ БЕЗ ЦИФР", "  🌷 and spaces  ", "!!!???###$$$"])(
    "can consist of any characters, and is kept as typed: %j",
    (password) => {
      expect(NewPassword.parse(password)).toBe(password);
    },
  );
});
