import { describe, expect, it } from "vitest";
import { alertMail, clearedMessage, headMessage, openedMessage, slackBody } from "./alert-message";
import { CONDITION_NAMES, CONDITIONS } from "./conditions";

const URL_OF_US = new URL("https://cards.example.com");
const SINCE = new Date("2026-11-18T10:00:00Z");
const NOW = new Date("2026-11-18T10:03:00Z");
const ALERT = {
  id: "5b1f4a1e-0000-4000-8000-000000000001",
  condition: "job-failing",
  subject: "reconcile",
  detail: "The job reconcile failed 3 times in 15 minutes.",
  firstSeenAt: SINCE,
} as const;

describe("a message", () => {
  it("says what, where, since when, what to do, and where to do it", () => {
    expect(openedMessage(ALERT, NOW, URL_OF_US)).toEqual({
      type: "alert.opened",
      timestamp: "2026-11-18T10:03:00.000Z",
      data: {
        program: "cards.example.com",
        title: "Job fails: reconcile",
        text: "The job reconcile failed 3 times in 15 minutes. Since 18 Nov 2026, 10:00:00 UTC.",
        remedy: CONDITIONS["job-failing"].remedy,
        url: "https://cards.example.com/settings/connection",
        alert: {
          id: ALERT.id,
          condition: "job-failing",
          subject: "reconcile",
          severity: "warning",
          since: SINCE.toISOString(),
          clearedAt: null,
        },
      },
    });
  });

  it("gives the all-clear with the same alert's ID", () => {
    const { type, data } = clearedMessage(ALERT, NOW, URL_OF_US);
    expect(type).toBe("alert.cleared");
    expect(data.title).toBe("All clear: Job fails: reconcile");
    expect(data.alert).toMatchObject({ id: ALERT.id, clearedAt: NOW.toISOString() });
  });

  it("can't bring markup of its own into Slack", () => {
    const message = openedMessage({ ...ALERT, detail: "<!channel> & <https://evil|x>" }, NOW, URL_OF_US);
    expect(slackBody(message).text).toContain("&lt;!channel&gt; &amp; &lt;https://evil|x&gt;");
    expect(slackBody(message).text.split("\n").at(-1)).toBe(
      "<https://cards.example.com/settings/connection>",
    );
  });

  it("carries the head as audit:verify takes it", () => {
    const head = `42:${"a".repeat(64)}`;
    const message = headMessage(head, NOW, URL_OF_US);
    expect(message.data.head).toBe(head);
    expect(alertMail(message).paragraphs.join("\n")).toContain(`--against ${head}`);
  });
});

describe("each condition", () => {
  it.each(CONDITION_NAMES)("%s says what to do in sentences, on a page of ours", (name) => {
    const { title, remedy, over, page } = CONDITIONS[name];
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    for (const text of [remedy, over]) expect(text).toMatch(/^[A-Z].+\.$/);
    expect(page).toMatch(/^\//);
  });
});
