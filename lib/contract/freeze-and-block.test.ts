import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { BLOCK_REASONS } from "@/lib/domain/cards/block-reason";
import { storableText } from "@/testing/arbitraries";
import { BlockCardRequest } from "./block-card";
import { CardId, FreezeCardRequest } from "./card";
import { describeIssues } from "./error";
import { TransactionId } from "./transaction";

function validationErrors(schema: z.ZodType, request: unknown): string {
  const parsed = schema.safeParse(request);
  return parsed.success ? "" : describeIssues(parsed.error);
}

describe("freeze", () => {
  it.each([true, false])("accepts %s", (freeze) => {
    expect(FreezeCardRequest.parse({ freeze, surprise: 1 })).toEqual({ freeze });
  });

  it.each([undefined, null, "true", "false", "", 0, 1, [], {}, [true]])("rejects %j", (freeze) => {
    expect(validationErrors(FreezeCardRequest, { freeze })).toBe(
      "freeze: must be true (freeze) or false (unfreeze)",
    );
  });

  it.each([null, [], "true", true, 1])("rejects the body %j as a whole", (body) => {
    expect(validationErrors(FreezeCardRequest, body)).toBe("body: must be an object");
  });

  it("names the field of an empty body", () => {
    expect(validationErrors(FreezeCardRequest, {})).toBe("freeze: must be true (freeze) or false (unfreeze)");
  });
});

describe("block", () => {
  it.each([...BLOCK_REASONS, "FRAUD_SUSPECTED", "a", "Zoë's card: lost & found?!", "紛失"])(
    "accepts the reason %j",
    (reason) => expect(BlockCardRequest.parse({ reason, surprise: 1 })).toEqual({ reason }),
  );

  it.each([
    ["missing", undefined, "is required"],
    ["null", null, "must be text"],
    ["a number", 7, "must be text"],
    ["a list", ["lost"], "must be text"],
    ["an object", { code: "lost" }, "must be text"],
    ["empty", "", "must not be empty"],
    ["blank", " \t\n", "must not be empty"],
    ["not storable", "lost\0", "must not contain unsupported characters"],
    ["half a character", "lost\ud83d", "must not contain unsupported characters"],
    ["too long", "a".repeat(256), "must be at most 255 characters"],
    ["too long in 😀", "😀".repeat(256), "must be at most 255 characters"],
  ])("rejects a reason that is %s", (_, reason, message) =>
    expect(validationErrors(BlockCardRequest, { reason })).toBe(`reason: ${message}`),
  );

  it.each(["a", "é", "😀"])("accepts 255 times %s", (character) => {
    expect(validationErrors(BlockCardRequest, { reason: character.repeat(255) })).toBe("");
  });

  it("accepts any text of up to 255 characters unchanged", () => {
    fc.assert(
      fc.property(storableText(255), (reason) => {
        expect(BlockCardRequest.parse({ reason })).toEqual({ reason });
      }),
    );
  });

  it.each([null, [], "lost", 7])("rejects the body %j as a whole", (body) => {
    expect(validationErrors(BlockCardRequest, body)).toBe("body: must be an object");
  });
});

describe("card ID", () => {
  it.each(["..", "a/b", "a\\b", "%2e%2e", "?x", "a#b", "a b", "a.b", "a\0", "a\n", "é", "a;b", "a:b"])(
    "can't be %j, because it is part of the issuer's path",
    (id) => {
      expect(CardId.safeParse(id).success).toBe(false);
      expect(TransactionId.safeParse(id).success).toBe(false);
    },
  );

  it("is 1 to 64 letters, digits, hyphens and underscores, UUID-like or not", () => {
    expect(CardId.safeParse("0f8fad5b-d9cb-469f-a165-70867728950e").success).toBe(true);
    expect(CardId.safeParse("c").success).toBe(true);
    expect(CardId.safeParse("c".repeat(64)).success).toBe(true);
    for (const id of ["", "c".repeat(65), 7, null, undefined])
      expect(CardId.safeParse(id).success).toBe(false);
  });
});
