import { describe, expect, it } from "vitest";
import { COUNTRIES } from "@/lib/domain/countries/countries";
import { isImpossibleDay, readCell, readRows } from "./read-rows";

const rowsOf = (...rows: string[][]) => rows.map((cells, index) => ({ number: index + 2, cells }));

it("reads the mapped columns, without spaces around them", () => {
  const { rows, questions } = readRows(rowsOf(["x", " Ada ", ""]), [null, "firstName", "lastName"]);
  expect(rows).toEqual([{ number: 2, cells: { firstName: "Ada" } }]);
  expect(questions).toEqual([]);
});

it.each([
  ["customerType", "individual", "Consumer"],
  ["customerType", "BUSINESS", "Business"],
  ["customerType", "martian", "martian"],
  ["cardType", "Virtual", "virtual"],
  ["country", "gb", "GBR"],
  ["country", "UK", "GBR"],
  ["country", "germany", "DEU"],
  ["country", "Deutschland", "DEU"],
  ["country", "Allemagne", "DEU"],
  ["country", "ALEMANIA", "DEU"],
  ["country", "Österreich", "AUT"],
  ["country", "Vietnam", "VNM"],
  ["country", "Atlantis", "Atlantis"],
  ["customerType", "Firma", "Business"],
  ["cardType", "Plastik", "physical"],
  ["dob", "1990/04/23", "1990-04-23"],
  ["dob", "19900423", "1990-04-23"],
  ["dob", "1990-04-23 00:00:00", "1990-04-23"],
  ["dob", "23/04/1990", "23/04/1990"],
  ["dob", "04/04/1990", "1990-04-04"],
  ["cardName", "=1+1", "=1+1"],
] as const)("reads a cell of %s: %s as %s", (key, text, understood) => {
  expect(readCell(key, text)).toBe(understood);
});

it("takes the dial code from a phone number that has one", () => {
  const { rows } = readRows(rowsOf(["+44 7911 123456", ""], ["7911 123456", "+44"], ["+44 7911", "1"]), [
    "phone",
    "dialCode",
  ]);
  expect(rows.map(({ cells }) => cells)).toEqual([
    { phone: "7911 123456", dialCode: "44" },
    { phone: "7911 123456", dialCode: "44" },
    { phone: "+44 7911", dialCode: "1" },
  ]);
});

it.each(["31.02.1985", "1990-02-31", "31/02/1985", "19900431"])("%s is no day", (text) =>
  expect(isImpossibleDay(text)).toBe(true),
);

it.each(["28.02.1985", "1985-02-28", "03/25/1990", "1.2.85", "soon", ""])(
  "%s isn’t an impossible day",
  (text) => expect(isImpossibleDay(text)).toBe(false),
);

describe("the order of a date", () => {
  const read = (...days: string[]) => readRows(rowsOf(...days.map((day) => [day])), ["dob"]);

  it("is known from one date that proves it", () => {
    expect(read("03/04/1990", "23/04/1990").rows.map(({ cells }) => cells.dob)).toEqual([
      "1990-04-03",
      "1990-04-23",
    ]);
    expect(read("03/04/1990", "04/23/1990").rows.map(({ cells }) => cells.dob)).toEqual([
      "1990-03-04",
      "1990-04-23",
    ]);
    expect(read("3.4.1990").rows.map(({ cells }) => cells.dob)).toEqual(["1990-04-03"]);
  });

  it("is not proven by a date with dots, which is always day first", () => {
    const { rows, questions } = read("23.04.1990", "03/04/1990");
    expect(rows.map(({ cells }) => cells.dob)).toEqual(["1990-04-23", "03/04/1990"]);
    expect(questions).toHaveLength(1);
  });

  it("is asked if none does, and answered for the column", () => {
    const { rows, questions } = read("03/04/1990", "1990-05-06");
    expect(questions).toEqual([
      {
        key: "dob",
        example: "03/04/1990",
        understood: { "day-first": "1990-04-03", "month-first": "1990-03-04" },
      },
    ]);
    expect(rows[0]?.cells.dob).toBe("03/04/1990");
    const answered = readRows(rowsOf(["03/04/1990"]), ["dob"], { dob: "month-first" });
    expect(answered).toEqual({ rows: [{ number: 2, cells: { dob: "1990-03-04" } }], questions: [] });
  });

  it("is not guessed if the column has both", () => {
    const { rows, questions } = read("23/04/1990", "04/23/1990", "03/04/1990");
    expect(questions).toHaveLength(1);
    expect(rows.map(({ cells }) => cells.dob)).toEqual(["23/04/1990", "04/23/1990", "03/04/1990"]);
  });
});

it("knows each country by its names in four languages, and none that means two", () => {
  const meant = new Map<string, string>();
  for (const { alpha2, alpha3 } of COUNTRIES)
    for (const language of ["en", "de", "fr", "es"]) {
      const name = new Intl.DisplayNames([language], { type: "region" }).of(alpha2) ?? "";
      expect(readCell("country", name), name).toBe(alpha3);
      expect(meant.get(name) ?? alpha3, name).toBe(alpha3);
      meant.set(name, alpha3);
    }
});
