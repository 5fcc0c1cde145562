import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countCharacters,
  describeOffending,
  offendingInAddress,
  offendingInCardName,
  offendingInPostalCode,
  suggestAscii,
  toAscii,
} from "./characters";

// The characters from the spec (4.1 and 4.6).
const IN_BOTH = [
  [";", "semicolon"],
  [":", "colon"],
  ["!", "exclamation mark"],
  ["?", "question mark"],
  ["<", "less-than sign"],
  [">", "greater-than sign"],
  ["~", "tilde"],
  ["\\", "backslash"],
  ["%", "percent sign"],
  ["@", "at sign"],
  ["{", "curly brace"],
  ["}", "curly brace"],
  ["|", "vertical bar"],
  ["[", "square bracket"],
  ["]", "square bracket"],
] as const;
const CARD_NAME_ONLY = [
  ["”", "right double quotation mark"],
  ["_", "underscore"],
] as const;
const ADDRESS_ONLY = [
  ["^", "caret"],
  ["'", "apostrophe"],
] as const;

const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const forbiddenInCardName = new Set<string>([...IN_BOTH, ...CARD_NAME_ONLY].map(([character]) => character));
const forbiddenInAddress = new Set<string>([...IN_BOTH, ...ADDRESS_ONLY].map(([character]) => character));
const anyText = fc.string({ unit: "binary" });

describe("card name", () => {
  it.each([...IN_BOTH, ...CARD_NAME_ONLY])("rejects %s, the %s", (character, name) => {
    expect(offendingInCardName(character)).toEqual([{ character, name }]);
    expect(offendingInCardName(`Team${character}travel`)).toEqual([{ character, name }]);
  });

  it.each(PRINTABLE_ASCII.filter((character) => !forbiddenInCardName.has(character)))(
    "accepts %j",
    (character) => expect(offendingInCardName(`a${character}b`)).toEqual([]),
  );

  it.each(['"', "“", "„", "’", "'", "^", "#", "&", "é", "ß", "ł", "Ж", "日本", "😀", "Zoë O'Brien-Łódź"])(
    "accepts %s, which is not in the spec's list",
    (text) => expect(offendingInCardName(text)).toEqual([]),
  );

  it.each([
    ["\t", "tab"],
    ["\n", "line break"],
    ["\r", "line break"],
    ["\u0000", "control character U+0000"],
    ["\u001b", "control character U+001B"],
    ["\u007f", "control character U+007F"],
    ["\u0085", "control character U+0085"],
  ])("rejects the unprintable %j", (character, name) =>
    expect(offendingInCardName(`a${character}b`)).toEqual([{ character, name }]),
  );

  it("finds exactly the listed characters in any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = new Set([...text].filter((one) => forbiddenInCardName.has(one) || isControl(one)));
        expect(offendingInCardName(text).map(({ character }) => character)).toEqual([...expected]);
      }),
    );
  });
});

describe("address", () => {
  it.each([...IN_BOTH, ...ADDRESS_ONLY])("rejects %s, the %s", (character, name) => {
    expect(offendingInAddress(character)).toEqual([{ character, name }]);
    expect(offendingInAddress(`12 High${character}Street`)).toEqual([{ character, name }]);
  });

  it.each(PRINTABLE_ASCII.filter((character) => !forbiddenInAddress.has(character)))(
    "accepts %j",
    (character) => expect(offendingInAddress(`a${character}b`)).toEqual([]),
  );

  it.each(["\u001f", "\u007f", "\u0080", "ã", "é", "ß", "Ж", "日", "’", "”", "–", "\u00a0", "\u200b", "😀"])(
    "rejects %j, which is not ASCII 33 to 122",
    (character) => {
      const found = offendingInAddress(`a${character}b`);
      expect(found.map((one) => one.character)).toEqual([character]);
    },
  );

  it("accepts the spec's code points and a space", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isAllowed = (one: string) => {
          const code = one.codePointAt(0) ?? 0;
          return one === " " || (code >= 33 && code <= 122 && !forbiddenInAddress.has(one));
        };
        const expected = new Set([...text].filter((one) => !isAllowed(one)));
        expect(offendingInAddress(text).map(({ character }) => character)).toEqual([...expected]);
      }),
    );
  });
});

describe("postal code", () => {
  const allowed = /[0-9A-Za-z -]/;

  it.each(PRINTABLE_ASCII)("checks %j as in the spec", (character) => {
    expect(offendingInPostalCode(character).length).toBe(allowed.test(character) ? 0 : 1);
  });

  it.each(["SW1A 1AA", "90210-1234", "1010", "D02 X285"])("accepts %s", (code) =>
    expect(offendingInPostalCode(code)).toEqual([]),
  );

  it.each(["\n", "\u00a0", "–", "é", "１", "😀"])("rejects %j", (character) =>
    expect(offendingInPostalCode(`1${character}2`).map((one) => one.character)).toEqual([character]),
  );
});

describe("describeOffending", () => {
  it.each([
    ["plain", null],
    ["why?", "must not contain ? (question mark)"],
    ["why? what!", "must not contain ? (question mark) or ! (exclamation mark)"],
    ["a;b:c!", "must not contain ; (semicolon), : (colon), or ! (exclamation mark)"],
    ["what???", "must not contain ? (question mark)"],
    ["São Paulo", "must not contain ã"],
    ["日本", "must not contain 日 or 本"],
    ["a\tb", "must not contain a (tab)"],
    ["a\nb", "must not contain a (line break)"],
    ["a\u0007b", "must not contain a (control character U+0007)"],
    ["a\u00a0b", "must not contain a (non-breaking space)"],
    ["a\u200bb", "must not contain a (zero-width space)"],
    ["a\u202eb", "must not contain a (invisible character U+202E)"],
    ["a\u0301b", "must not contain a (invisible character U+0301)"],
    ["a\u3164b", "must not contain a (invisible character U+3164)"],
    ["a\u{e0041}b", "must not contain a (invisible character U+E0041)"],
  ])("describes the address %j: %s", (text, expected) =>
    expect(describeOffending(offendingInAddress(text))).toBe(expected),
  );

  it("names ten and counts the rest", () => {
    const many = Array.from({ length: 5000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("");
    const message = describeOffending(offendingInAddress(many));
    expect(message).toMatch(/, or 4990 others$/);
    expect(message?.length).toBeLessThan(100);
    const eleven = [...many].slice(0, 11).join("");
    expect(describeOffending(offendingInAddress(eleven))).toMatch(/, or 1 other$/);
    const ten = [...many].slice(0, 10).join("");
    expect(describeOffending(offendingInAddress(ten))).not.toMatch(/other/);
  });

  it("shows every visible unsupported character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-composite", maxLength: 8 }), (text) => {
        const message = describeOffending(offendingInAddress(text));
        expect(message === null || !/[\p{Control}\p{Format}\u00a0]/u.test(message)).toBe(true);
      }),
    );
  });
});

describe("toAscii", () => {
  it.each([
    ["São Paulo", "Sao Paulo"],
    ["Zürich", "Zurich"],
    ["Łódź", "Lodz"],
    ["Straße", "Strasse"],
    ["GROẞE", "GROSSE"],
    ["Ærø", "AEro"],
    ["Ǿrsted", "Orsted"],
    ["Ｏ＇Ｎｅｉｌｌ", "ONeill"],
    ["Œuvre cœur", "OEuvre coeur"],
    ["Þórshöfn", "Thorshofn"],
    ["Đà Nẵng", "Da Nang"],
    ["Diyarbakır", "Diyarbakir"],
    ["L’Aquila", "LAquila"],
    ["O'Connell St", "OConnell St"],
    ["12–14 Rue", "12-14 Rue"],
    ["Sa\u0303o", "Sao"],
    ["x\u0323\u0301", "x"],
    ["plain ASCII 12/4", "plain ASCII 12/4"],
    ["", ""],
  ])("converts %s to %s", (text, expected) => expect(toAscii(text)).toBe(expected));

  it.each(["東京", "서울", "가나다", "ガギグ", "Йошкар-Ола", "กรุงเทพ", "दिल्ली", "😀"])(
    "leaves %s unchanged: half of it would be another word",
    (text) => expect(toAscii(text)).toBe(text.normalize("NFC")),
  );

  it("leaves ASCII unchanged, except for the apostrophe", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        expect(toAscii(text)).toBe(text.replaceAll("'", ""));
      }),
    );
  });

  it("doesn't change its own result", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(toAscii(toAscii(text))).toBe(toAscii(text));
      }),
    );
  });
});

describe("countCharacters", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["😀", 1],
    ["日本", 2],
    ["Zoë 😀", 5],
  ])("counts %j as %i", (text, expected) => expect(countCharacters(text)).toBe(expected));

  it("counts a code point as one, whatever its encoded size", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0x1_0000, max: 0x10_ffff })), (codes) => {
        expect(countCharacters(String.fromCodePoint(...codes))).toBe(codes.length);
      }),
    );
  });
});

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

describe("an ASCII suggestion", () => {
  it.each([
    ["São Paulo", "Sao Paulo"],
    ["Straße des 17. Juni", "Strasse des 17. Juni"],
    ["O'Connell St", "OConnell St"],
  ])("replaces %s with %s", (typed, offered) => {
    expect(suggestAscii(typed, offendingInAddress)).toBe(offered);
  });

  it.each(["London", "12 @ home", "東京", "", "’"])("is missing for %j", (typed) => {
    expect(suggestAscii(typed, offendingInAddress)).toBeNull();
  });

  it("is always valid", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (typed) => {
        const offered = suggestAscii(typed, offendingInAddress);
        if (offered !== null) expect(offendingInAddress(offered)).toEqual([]);
      }),
    );
  });
});
