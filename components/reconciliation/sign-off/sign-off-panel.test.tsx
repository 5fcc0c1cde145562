import { describe, expect, it } from "vitest";
import { toPeriod } from "@/lib/domain/reconciliation/period";
import type { SignOff, SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import { renderWithRouter } from "@/testing/render-with-router";
import { SignOffPanel } from "./sign-off-panel";

const EVIDENCE: SignOffEvidence = {
  files: [{ type: "daily", date: "2026-10-05", sha256: "a".repeat(64) }],
  mappings: [],
  days: 1,
  matched: 1204,
  rows: 1205,
  events: [{ event: "clearing", currency: "USD", rows: 1205, billed: "20.00", fees: "0", effect: "-20.00" }],
  records: [],
  checks: [],
  exceptionsLeft: [
    {
      id: "1",
      kind: "file-only",
      day: "2026-10-05",
      transactionId: "tx-1",
      state: "explained",
      reason: "timing",
      currency: "USD",
      difference: "10.00",
    },
  ],
};

const SIGNED: SignOff = {
  id: "1",
  person: "Ada",
  secondPerson: "Olu",
  signedAt: "2026-11-03T09:00:00.000Z",
  evidence: EVIDENCE,
  stale: null,
  reopened: null,
};

type Data = Parameters<typeof SignOffPanel>[0]["signOff"];

const render = (data: Partial<Data>, period = "2026-10") =>
  renderWithRouter(
    <SignOffPanel
      period={toPeriod(period)}
      signOff={{
        current: null,
        earlier: [],
        evidence: EVIDENCE,
        seen: "0".repeat(64),
        obstacle: null,
        reopenObstacle: null,
        signableDays: [],
        need: null,
        waiting: null,
        canSign: true,
        canDownload: true,
        ...data,
      }}
    />,
    "/reconciliation/2026-10",
  );

describe("the panel of a sign-off", () => {
  it("offers what the person may do, and says why not", () => {
    const open = render({});
    expect(open).toContain("Oct 2026 isn’t signed off.");
    expect(open).toContain(">Sign off<");
    expect(open).toContain("1,204 of 1,205");
    expect(open).toContain('href="/api/reconciliation/close-pack?month=2026-10"');
    expect(open).not.toContain(">Reopen<");
    expect(render({ obstacle: "Sign off 4 Oct 2026 first." })).toContain("Sign off 4 Oct 2026 first.");
    const days = render({
      obstacle: "Sign off 4 Oct 2026 first.",
      signableDays: ["2026-10-04", "2026-10-05"],
    });
    expect(days).toContain(">Sign off 2 days<");
    expect(days).not.toContain(">Sign off<");
    const reader = render({ canSign: false, canDownload: false, signableDays: ["2026-10-04"] });
    expect(reader).not.toContain(">Sign off 1 day<");
    expect(reader).not.toContain(">Sign off<");
    expect(reader).not.toContain("close-pack");
    expect(render({}, "2026-10-05")).not.toContain("close-pack");
  });

  it("says who signed it, over which hashes, with which exceptions left", () => {
    const signed = render({ current: SIGNED });
    expect(signed).toContain("Ada and Olu");
    expect(signed).toContain(`data-copy="${"a".repeat(64)}"`);
    expect(signed).toContain("In the file only");
    expect(signed).toContain("Explained: Timing");
    expect(signed).toContain(">Reopen<");
    expect(signed).not.toContain(">Sign off again<");
  });

  it("says what changed since, and offers to sign it again", () => {
    const changes = [{ name: "Matched rows", before: "2", after: "1" }];
    const stale = render({ current: { ...SIGNED, stale: { since: SIGNED.signedAt, changes } } });
    expect(stale).toContain("Stale");
    expect(stale).toContain("Matched rows: 2 before, 1 now.");
    expect(stale).toContain(">Sign off again<");
  });
});
