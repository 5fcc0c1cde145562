import { describe, expect, it } from "vitest";
import { initials } from "./avatar";
import { shortenMiddle } from "./shorten";
import { statusLook } from "./status-badge";

describe("short words", () => {
  it("are the first letters of the first and the last name", () => {
    expect(initials("Mina Reyes")).toBe("MR");
    expect(initials("Nguyễn Thị Minh Khai")).toBe("NK");
    expect(initials("  cher ")).toBe("C");
    expect(initials("")).toBe("");
  });

  it("keep both ends of an id", () => {
    expect(shortenMiddle("9f1c2ab4-77de-4c1a-9a53-0b8f6d2ce07d")).toBe("9f1c2ab4…e07d");
    expect(shortenMiddle("cust_40217")).toBe("cust_40217");
  });

  it("name a known status, and show another as it came", () => {
    expect(statusLook("card", "FROZEN")).toEqual({ tone: "cold", shape: "snow", word: "Frozen" });
    expect(statusLook("card", "toString")).toMatchObject({ tone: "neutral", word: "toString" });
    expect(statusLook("transaction", "DISPUTED")).toMatchObject({ word: "DISPUTED" });
  });
});
