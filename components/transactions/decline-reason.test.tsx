import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { merchantWords } from "./billed-words";
import { DeclineReason } from "./decline-reason";

describe("what is told of a declined purchase", () => {
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
    [{ by: null, isYou: false }, /The card was frozen at the time: it was frozen outside Cardwell, seen at/],
  ])("names who changed the card: %j", (change, words) => {
    expect(renderToStaticMarkup(<DeclineReason statusThen={frozen(change)} />)).toMatch(words);
  });

  it("says that the issuer gives no reason, and claims nothing of the card where nothing is certain", () => {
    const told = renderToStaticMarkup(<DeclineReason statusThen={null} />);
    expect(told).toContain("The issuer&#x27;s API doesn&#x27;t give a decline reason.");
    expect(told).not.toContain("The card was");
  });

  it("does not say that the merchant charged it", () => {
    expect(merchantWords("DECLINED")).toBe("Merchant requested");
    expect(merchantWords("CLEARED")).toBe("Merchant charged");
  });
});
