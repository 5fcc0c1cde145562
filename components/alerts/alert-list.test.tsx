import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type AlertItem, AlertList } from "./alert-list";

const UNREACHABLE: AlertItem = {
  id: "a1",
  condition: "issuer-unreachable",
  subject: "",
  detail: "No call to the issuer succeeds.",
  since: "2026-11-18T01:00:00.000Z",
  clearedAt: null,
  resting: null,
};

const textOf = (alert: Partial<AlertItem>) =>
  renderToStaticMarkup(<AlertList alerts={[{ ...UNREACHABLE, ...alert }]} />).replaceAll(/<[^>]*>/g, "");

describe("an alert on its page", () => {
  it("says what is wrong, what to do, and where", () => {
    const text = textOf({});
    expect(text).toContain("Issuer unreachableOpen");
    expect(text).toContain("No call to the issuer succeeds. Since ");
    expect(text).toContain("Cards can be read, but not changed.");
    expect(text).toContain("Open Settings &gt; Connection");
  });

  it("says that it is over, and when it closes", () => {
    const text = textOf({ resting: { since: "2026-11-18T01:23:00.000Z", clearAfterMinutes: 10 } });
    expect(text).toContain("Issuer unreachableRecovering");
    expect(text).toMatch(/The issuer answers again. Since .*23.*Closes after 10 minutes without a failure./);
    expect(text).not.toMatch(/No call|Cards can be read/);
  });
});
