import { describe, expect, it } from "vitest";
import { actionLabel, withPageName } from "./action-labels";

describe("labels in the audit log", () => {
  it("are readable for actions", () => {
    expect(actionLabel("card.freeze")).toBe("Freeze card");
    expect(actionLabel("an.action-from-later")).toBe("an.action-from-later");
    expect(actionLabel("constructor")).toBe("constructor");
  });

  it("have a page's name instead of its path", () => {
    expect(withPageName("Open /settings/team")).toBe("Open Settings > Team");
    expect(withPageName("Open /cards/[cardId]")).toBe("Open a card");
    expect(withPageName("Open /constructor")).toBe("Open a page");
    expect(withPageName("View the team")).toBe("View the team");
    expect(actionLabel("open /settings/team")).toBe("Open Settings > Team");
  });
});
