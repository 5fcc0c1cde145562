import { expect, it } from "vitest";
import { describeProbe } from "./issuer";

const summarize = (...probe: Parameters<typeof describeProbe>) =>
  describeProbe(...probe).map((found) => `${found.condition} ${"detail" in found ? "found" : "unread"}`);

it("knows that the key is accepted only from a proper response", () => {
  expect(summarize(null)).toEqual([]);
  expect(summarize("refused")).toEqual([]);
  expect(summarize("unauthorized")).toEqual(["issuer-rejects-key found"]);
  expect(summarize("unavailable")).toEqual(["issuer-rejects-key unread", "issuer-unreachable found"]);
  expect(summarize("rate-limited")).toEqual(["issuer-rejects-key unread"]);
});
