import { expect, it } from "vitest";
import { isIntentOpen } from "@/lib/domain/result";
import { SIGNED_OUT } from "@/lib/domain/signed-out";
import { sendAction } from "./send-action";

/** As Next rejects the call of an action if the response is a text. */
const answeredWith = (text: string) => async () => {
  throw new Error(text);
};

it("a person whose session is gone is told so, however large the action is", async () => {
  const result = await sendAction(answeredWith(SIGNED_OUT), "1", {});
  expect(result).toMatchObject({ ok: false, error: { code: "signed-out", message: SIGNED_OUT } });
  expect(!result.ok && isIntentOpen(result.error.code)).toBe(true);
});

it("any other failed call is an error", async () => {
  await expect(sendAction(answeredWith("Failed to fetch"), "1", {})).rejects.toThrow("Failed to fetch");
});
