import { expect, it } from "vitest";
import { rowName } from "./grid-columns";

it.each([
  [{ firstName: "Ida", lastName: "Fuchs", cardName: "Office" }, "Ida Fuchs"],
  [{ firstName: "", lastName: "Fuchs" }, "Fuchs"],
  [{ cardName: "Ada Lovelace", legalName: "Harbor Ltd" }, "Ada Lovelace"],
  [{ legalName: "Harbor Ltd" }, "Harbor Ltd"],
  [{}, ""],
])("names the person of %o: %s", (cells, name) => expect(rowName(cells)).toBe(name));
