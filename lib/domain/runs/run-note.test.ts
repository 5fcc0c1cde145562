import { describe, expect, it } from "vitest";
import { findRunInNote, runNote } from "./run-note";

const ID = "0193b447-77de-7c1a-9a53-0b8f6d2ce07d";

describe("the note of a run", () => {
  it("is found again, alone or with other sentences", () => {
    expect(findRunInNote(runNote(ID))).toBe(ID);
    expect(findRunInNote(`${runNote(ID)} The card was already frozen.`)).toBe(ID);
  });

  it("isn't found in other texts", () => {
    expect(findRunInNote(null)).toBeNull();
    expect(findRunInNote("Bulk run finished.")).toBeNull();
    expect(findRunInNote(`Bulk run ${"-".repeat(36)}.`)).toBeNull();
  });
});
