import { describe, expect, it } from "vitest";
import { foldText, isInitial, searchTerms, storableText, withInitials, wordsOf } from "./search-text";

describe("folding", () => {
  it.each([
    ["Müller", "muller"],
    ["MÜLLER", "muller"],
    ["São  Paulo ", "sao paulo"],
    ["Łukasz Øster", "lukasz oster"],
    ["Straße", "strasse"],
    ["Ольга", "ольга"],
    ["Ἀθηνᾶ", "αθηνα"],
    ["İpek", "ipek"],
  ])("%s is found as %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe("text for the database", () => {
  it("has no unstorable characters", () => {
    expect(storableText("a\0b\nc\ud800d")).toBe("a b c\ufffdd");
  });

  it("is short enough for an index", () => {
    for (const character of ["a", "é", "ﷺ", "😀"]) {
      const text = character.repeat(10_000);
      expect(storableText(text).length).toBe(500);
      expect(foldText(text).length).toBeLessThanOrEqual(500);
    }
  });
});

describe("words", () => {
  it("are split like a name", () => {
    expect(wordsOf("Jean-Luc O’Brien & Söhne GmbH")).toEqual(["jean", "luc", "obrien", "sohne", "gmbh"]);
  });

  it("are unique and have a limited length", () => {
    expect(wordsOf("Ada ADA ada")).toEqual(["ada"]);
    expect(wordsOf("x".repeat(500))[0]).toHaveLength(64);
  });
});

describe("initials", () => {
  it("are added to the words once, as whole characters", () => {
    expect(withInitials(["jean", "jorg", "4471", "𠮷田"])).toEqual([
      "jean",
      "jorg",
      "4471",
      "𠮷田",
      "j",
      "4",
      "𠮷",
    ]);
    expect(["j", "𠮷", "jo"].map(isInitial)).toEqual([true, true, false]);
  });
});

describe("search terms", () => {
  it("keep an ID complete next to its parts", () => {
    expect(searchTerms(" 3F2A-99 müller ")).toEqual([
      { text: "3f2a-99", words: ["3f2a", "99"] },
      { text: "muller", words: ["muller"] },
    ]);
  });

  it("are empty for punctuation", () => {
    expect(searchTerms("—  '; \\ %")).toEqual([]);
  });
});
