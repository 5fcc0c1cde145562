import { describe, expect, it } from "vitest";
import { createLog } from "@/lib/log";
import { prettyDestination } from "./pretty-lines";

function write(work: (log: ReturnType<typeof createLog>) => void, colorize = false): string {
  const written: string[] = [];
  work(
    createLog(
      "debug",
      prettyDestination((text) => written.push(text), { colorize }),
    ),
  );
  return written.join("");
}

describe("a log line in a terminal", () => {
  it("is one line: time, level, message, fields", () => {
    const line = write((log) =>
      log.info({ action: "card.freeze", outcome: "succeeded", role: "support", durationMs: 120 }, "Action"),
    );
    expect(line).toMatch(/^\d\d:\d\d:\d\d INFO: Action card\.freeze succeeded role=support 120 ms\n$/);
  });

  it("omits empty fields and IDs", () => {
    const line = write((log) => log.warn({ cardId: null, personId: "p1", address: "::1" }, "Sign-in failed"));
    expect(line).toMatch(/ WARN: Sign-in failed address=::1\n$/);
  });

  it("is followed by the stack for an error", () => {
    const text = write((log) =>
      log.error({ err: new Error("lost"), requestId: "r1" }, "Action threw an error"),
    );
    expect(text).toMatch(/ ERROR: Action threw an error error=lost requestId=r1\n/);
    expect(text).toContain('"message": "lost"');
    expect(text).toContain("pretty-lines.test.ts");
  });

  it("has no stack for a warning", () => {
    const text = write((log) => log.warn({ err: new Error("no such action\nRead more") }, "Next.js"));
    expect(text).toMatch(/ WARN: Next\.js error=no such action\n$/);
  });

  it("replaces control characters from a request", () => {
    const text = write((log) => log.warn({ eventId: "a\u001b[2Jb\nc" }, "Webhook\u0007 rejected"));
    expect(text.trimEnd()).not.toMatch(/\p{C}/u);
    expect(text).toContain("[2Jb");
  });

  it("is redacted like any other", () => {
    expect(write((log) => log.info({ email: "ada@example.com" }, "Signed in"))).toContain("email=[redacted]");
  });

  it("has colors if enabled", () => {
    expect(write((log) => log.info("Signed in"), true)).toContain("\u001b[32mINFO");
  });
});

describe("a log line everywhere else", () => {
  it("is JSON with the ID of the process that wrote it", () => {
    const written: string[] = [];
    const destination = { write: (line: string) => void written.push(line) };
    const log = createLog("info", destination);
    log.info({ role: "admin" }, "Signed in");
    log.debug("Issuer call");
    createLog("info", destination).info("Dashboard ready");
    const [first, second] = written.map((line) => JSON.parse(line));
    expect(written).toHaveLength(2);
    expect(first).toMatchObject({ level: "info", role: "admin", msg: "Signed in" });
    expect(first.instance).toMatch(/^[0-9a-f]{8}$/);
    expect(second.instance).not.toBe(first.instance);
  });
});
