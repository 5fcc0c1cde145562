import { describe, expect, it } from "vitest";
import { initials } from "./avatar";
import { shortenMiddle } from "./shorten-middle";
import { statusStyle } from "./status-badge";

describe("short texts", () => {
  it("include the initials of the first and last name", () => {
    expect(initials("Mina Reyes")).toBe("MR");
    expect(initials("Nguyễn Thị Minh Khai")).toBe("NK");
    expect(initials("  cher ")).toBe("C");
    expect(initials("")).toBe("");
  });

  it("keep both ends of an ID", () => {
    expect(shortenMiddle("9f1c2ab4-77de-4c1a-9a53-0b8f6d2ce07d")).toBe("9f1c2ab4…e07d");
    expect(shortenMiddle("cust_40217")).toBe("cust_40217");
  });

  it("label a known status and show an unknown one as is", () => {
    expect(statusStyle("card", "FROZEN")).toEqual({ tone: "cold", shape: "snow", label: "Frozen" });
    expect(statusStyle("card", "toString")).toMatchObject({ tone: "neutral", label: "toString" });
    expect(statusStyle("transaction", "DISPUTED")).toMatchObject({ label: "DISPUTED" });
  });
});
