import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { merchantText } from "./billed-text";
import { DeclineReason } from "./decline-reason";

describe("DeclineReason", () => {
  const frozen = (change: { by: string | null; isYou: boolean }) => ({
    at: "2026-11-16T07:17:12.000Z",
    status: "FROZEN",
    change: { ...change, at: "2026-11-16T07:17:02.000Z", isRecent: false, isCertain: true },
  });

  it.each([
    [
      { by: "Mina Reyes", isYou: false },
      /The card was frozen at the time: Mina Reyes froze it at 07:17:02 UTC\./,
    ],
    [{ by: "Mina Reyes", isYou: true }, /The card was frozen at the time: you froze it at/],
    [
      { by: null, isYou: false },
      /The card was frozen at the time: it was frozen outside Cardwell, detected at/,
    ],
  ])("shows who changed the card: %j", (change, text) => {
    expect(renderToStaticMarkup(<DeclineReason statusThen={frozen(change)} />)).toMatch(text);
  });

  it("says that the issuer gives no reason, and nothing about the card if its status is uncertain", () => {
    const markup = renderToStaticMarkup(<DeclineReason statusThen={null} />);
    expect(markup).toContain("The issuer&#x27;s API doesn&#x27;t give a decline reason.");
    expect(markup).not.toContain("The card was");
  });

  it("doesn't say that the merchant charged it", () => {
    expect(merchantText("DECLINED")).toBe("Merchant requested");
    expect(merchantText("CLEARED")).toBe("Merchant charged");
  });
});
