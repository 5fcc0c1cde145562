import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { verifyWebhook } from "./verify-webhook";

const SECRET = "whsec_Zmlyc3Qtc2VjcmV0LW9mLWEtcmVjZWl2ZXItaW4tdGVzdHM=";
const NEXT = "whsec_c2Vjb25kLXNlY3JldC1vZi1hLXJlY2VpdmVyLWluLXRlc3Rz";
const TOKEN = "a shared secret of an issuer";
const BODY = '{"eventType":"files"}';

function signed(body = BODY, { secret = SECRET, at = new Date(), id = "msg_1" } = {}): Headers {
  return new Headers({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  });
}

const trust = { secrets: [SECRET], token: null };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe("a delivery", () => {
  it("is accepted with a signature by any of several secrets", () => {
    expect(verifyWebhook(signed(), BODY, trust).verdict).toBe("accepted");
    const rotating = { secrets: [SECRET, NEXT], token: null };
    expect(verifyWebhook(signed(BODY, { secret: NEXT }), BODY, rotating).verdict).toBe("accepted");
    expect(verifyWebhook(signed(BODY, { secret: SECRET }), BODY, rotating).verdict).toBe("accepted");
    const both = signed(BODY, { secret: NEXT });
    both.set("webhook-signature", `v1,AAAA ${both.get("webhook-signature")}`);
    expect(verifyWebhook(both, BODY, rotating).verdict).toBe("accepted");
  });

  it("is rejected if it was signed with another secret or not at all", () => {
    expect(verifyWebhook(signed(BODY, { secret: NEXT }), BODY, trust).verdict).toBe("wrong-secret");
    expect(verifyWebhook(new Headers(), BODY, trust).verdict).toBe("unsigned");
    const incomplete = signed();
    incomplete.delete("webhook-timestamp");
    expect(verifyWebhook(incomplete, BODY, trust).verdict).toBe("unsigned");
    expect(verifyWebhook(signed(), BODY, { secrets: [], token: null }).verdict).toBe("wrong-secret");
  });

  it("is rejected if its body, ID or timestamp differs from what was signed", () => {
    expect(verifyWebhook(signed(), `${BODY} `, trust).verdict).toBe("altered");
    expect(verifyWebhook(signed(), '{ "eventType": "files" }', trust).verdict).toBe("altered");
    expect(verifyWebhook(signed(), '{"eventType":"evil"}', trust, BODY).verdict).toBe("altered");
    expect(verifyWebhook(signed(), '{"eventType":"evil"}', trust).verdict).toBe("wrong-secret");
    const otherId = signed();
    otherId.set("webhook-id", "msg_2");
    expect(verifyWebhook(otherId, BODY, trust).verdict).toBe("wrong-secret");
    const fresher = signed(BODY, { at: minutesAgo(60) });
    fresher.set("webhook-timestamp", String(Math.floor(Date.now() / 1000)));
    expect(verifyWebhook(fresher, BODY, trust).verdict).toBe("wrong-secret");
  });

  it("is rejected if it was signed more than five minutes ago or ahead", () => {
    expect(verifyWebhook(signed(BODY, { at: minutesAgo(4.9) }), BODY, trust).verdict).toBe("accepted");
    expect(verifyWebhook(signed(BODY, { at: minutesAgo(5.2) }), BODY, trust).verdict).toBe("too-old");
    expect(verifyWebhook(signed(BODY, { at: minutesAgo(-5.2) }), BODY, trust).verdict).toBe("too-new");
  });

  it("is reported as too old only if the signature is valid, because anyone can send an old timestamp", () => {
    const old = { at: minutesAgo(60), secret: NEXT };
    expect(verifyWebhook(signed(BODY, old), BODY, { secrets: [SECRET], token: null }).verdict).toBe(
      "wrong-secret",
    );
    const junk = new Headers({ "webhook-id": "x", "webhook-timestamp": "1", "webhook-signature": "v1,x" });
    expect(verifyWebhook(junk, BODY, trust).verdict).toBe("wrong-secret");
    const odd = new Headers({ "webhook-id": "x", "webhook-timestamp": "9e99", "webhook-signature": "v1,x" });
    expect(verifyWebhook(odd, BODY, trust).verdict).toBe("wrong-secret");
    const huge = new Headers({
      "webhook-id": "x",
      "webhook-timestamp": "9".repeat(30),
      "webhook-signature": "v1,x",
    });
    expect(verifyWebhook(huge, BODY, trust).verdict).toBe("wrong-secret");
  });

  it("may use a shared secret without a signature, but not in addition to a wrong one", () => {
    const shared = { secrets: [SECRET], token: TOKEN };
    expect(verifyWebhook(new Headers({ "x-webhook-token": TOKEN }), BODY, shared).verdict).toBe("accepted");
    expect(verifyWebhook(new Headers({ authorization: `Bearer ${TOKEN}` }), BODY, shared).verdict).toBe(
      "accepted",
    );
    expect(verifyWebhook(new Headers({ "x-webhook-token": `${TOKEN}.` }), BODY, shared).verdict).toBe(
      "wrong-secret",
    );
    expect(verifyWebhook(new Headers({ "x-webhook-token": "" }), BODY, trust).verdict).toBe("wrong-secret");
    const forged = signed(BODY, { secret: NEXT });
    forged.set("x-webhook-token", TOKEN);
    expect(verifyWebhook(forged, BODY, shared).verdict).toBe("wrong-secret");
  });
});
