import { describe, expect, it } from "vitest";
import { renderHtml, renderText } from "./render-mail";
import { sampleMails } from "./sample-mails";

const SAMPLES = Object.entries(sampleMails(new URL("https://cards.example")));

describe("an email", () => {
  it.each(SAMPLES)("%s says the same as text and as HTML", (_, content) => {
    const text = renderText(content);
    const shown = renderHtml(content).replace(/<style>.*?<\/style>/s, "");
    for (const part of [content.greeting, ...content.paragraphs, content.reason]) {
      expect(text).toContain(part);
      expect(shown).toContain(part);
    }
    if (content.link) expect(text).toContain(content.link.url);
    if (content.link) expect(shown).toContain(`href="${content.link.url}"`);
  });

  it("has no markup from a name", () => {
    const content = { subject: "A", greeting: '<img src=x onerror="alert(1)">', paragraphs: [], reason: "'" };
    expect(renderHtml(content)).not.toContain("<img");
    expect(renderHtml(content)).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  });

  it("loads nothing from the network", () => {
    for (const [, content] of SAMPLES) expect(renderHtml(content)).not.toMatch(/\bsrc=|url\(|@import|<link/);
  });
});
