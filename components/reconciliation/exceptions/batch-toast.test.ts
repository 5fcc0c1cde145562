import { expect, it, vi } from "vitest";
import { batchText } from "./batch-toast";

vi.mock("@/lib/actions/undo-exceptions", () => ({ undoExceptions: () => undefined }));

it("says how many changed, and why the others didn’t", () => {
  expect(batchText("explained", { batchId: "x", changed: 42, skipped: {} })).toEqual({
    title: "42 exceptions explained",
    tone: "good",
  });
  expect(batchText("assigned", { batchId: "x", changed: 1, skipped: { changed: 2, same: 1_000 } })).toEqual({
    title: "1 exception assigned",
    tone: "good",
    detail: "Skipped: 2 changed in the meantime, 1,000 already up to date.",
  });
  expect(batchText("explained", { batchId: "x", changed: 0, skipped: { missing: 1 } })).toEqual({
    title: "No exceptions changed",
    tone: "neutral",
    detail: "Skipped: 1 no longer there.",
  });
});
