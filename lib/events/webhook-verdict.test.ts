import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { judgeWebhook } from "./webhook-verdict";

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
  it("is accepted by its signature, with any of several secrets", () => {
    expect(judgeWebhook(signed(), BODY, trust).verdict).toBe("accepted");
    const rotating = { secrets: [SECRET, NEXT], token: null };
    expect(judgeWebhook(signed(BODY, { secret: NEXT }), BODY, rotating).verdict).toBe("accepted");
    expect(judgeWebhook(signed(BODY, { secret: SECRET }), BODY, rotating).verdict).toBe("accepted");
    const both = signed(BODY, { secret: NEXT });
    both.set("webhook-signature", `v1,AAAA ${both.get("webhook-signature")}`);
    expect(judgeWebhook(both, BODY, rotating).verdict).toBe("accepted");
  });

  it("is refused when it was signed with another secret, or with none at all", () => {
    expect(judgeWebhook(signed(BODY, { secret: NEXT }), BODY, trust).verdict).toBe("wrong-secret");
    expect(judgeWebhook(new Headers(), BODY, trust).verdict).toBe("unsigned");
    const incomplete = signed();
    incomplete.delete("webhook-timestamp");
    expect(judgeWebhook(incomplete, BODY, trust).verdict).toBe("unsigned");
    expect(judgeWebhook(signed(), BODY, { secrets: [], token: null }).verdict).toBe("wrong-secret");
  });

  it("is refused when its body, its id or its time is not what was signed", () => {
    expect(judgeWebhook(signed(), `${BODY} `, trust).verdict).toBe("altered");
    expect(judgeWebhook(signed(), '{ "eventType": "files" }', trust).verdict).toBe("altered");
    expect(judgeWebhook(signed(), '{"eventType":"evil"}', trust, BODY).verdict).toBe("altered");
    expect(judgeWebhook(signed(), '{"eventType":"evil"}', trust).verdict).toBe("wrong-secret");
    const otherId = signed();
    otherId.set("webhook-id", "msg_2");
    expect(judgeWebhook(otherId, BODY, trust).verdict).toBe("wrong-secret");
    const fresher = signed(BODY, { at: minutesAgo(60) });
    fresher.set("webhook-timestamp", String(Math.floor(Date.now() / 1000)));
    expect(judgeWebhook(fresher, BODY, trust).verdict).toBe("wrong-secret");
  });

  it("is refused outside of five minutes, either way", () => {
    expect(judgeWebhook(signed(BODY, { at: minutesAgo(4.9) }), BODY, trust).verdict).toBe("accepted");
    expect(judgeWebhook(signed(BODY, { at: minutesAgo(5.2) }), BODY, trust).verdict).toBe("too-old");
    expect(judgeWebhook(signed(BODY, { at: minutesAgo(-5.2) }), BODY, trust).verdict).toBe("too-new");
  });

  it("is only called late when it was ours: anybody can write an old time", () => {
    const old = { at: minutesAgo(60), secret: NEXT };
    expect(judgeWebhook(signed(BODY, old), BODY, { secrets: [SECRET], token: null }).verdict).toBe(
      "wrong-secret",
    );
    const junk = new Headers({ "webhook-id": "x", "webhook-timestamp": "1", "webhook-signature": "v1,x" });
    expect(judgeWebhook(junk, BODY, trust).verdict).toBe("wrong-secret");
    const odd = new Headers({ "webhook-id": "x", "webhook-timestamp": "9e99", "webhook-signature": "v1,x" });
    expect(judgeWebhook(odd, BODY, trust).verdict).toBe("wrong-secret");
    const huge = new Headers({
      "webhook-id": "x",
      "webhook-timestamp": "9".repeat(30),
      "webhook-signature": "v1,x",
    });
    expect(judgeWebhook(huge, BODY, trust).verdict).toBe("wrong-secret");
  });

  it("may carry a shared secret where the issuer signs nothing; a wrong signature is not saved by it", () => {
    const shared = { secrets: [SECRET], token: TOKEN };
    expect(judgeWebhook(new Headers({ "x-webhook-token": TOKEN }), BODY, shared).verdict).toBe("accepted");
    expect(judgeWebhook(new Headers({ authorization: `Bearer ${TOKEN}` }), BODY, shared).verdict).toBe(
      "accepted",
    );
    expect(judgeWebhook(new Headers({ "x-webhook-token": `${TOKEN}.` }), BODY, shared).verdict).toBe(
      "wrong-secret",
    );
    expect(judgeWebhook(new Headers({ "x-webhook-token": "" }), BODY, trust).verdict).toBe("wrong-secret");
    const forged = signed(BODY, { secret: NEXT });
    forged.set("x-webhook-token", TOKEN);
    expect(judgeWebhook(forged, BODY, shared).verdict).toBe("wrong-secret");
  });
});
