import { describe, expect, it } from "vitest";
import { joinNames } from "./join-names";

describe("joinNames", () => {
  it("names at most three people", () => {
    expect(joinNames(["Ada"])).toBe("Ada");
    expect(joinNames(["Ada", "Grace"])).toBe("Ada or Grace");
    expect(joinNames(["Ada", "Grace", "Mary"])).toBe("Ada, Grace, or Mary");
    expect(joinNames(["Ada", "Grace", "Mary", "Joan"])).toBe("Ada, Grace, or 2 others");
  });
});
