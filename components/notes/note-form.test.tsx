import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { NoteForm } from "./note-form";

describe("NoteForm", () => {
  it("offers a follow-up for cards, checked by default for a handoff", () => {
    const onPage = renderToStaticMarkup(<NoteForm subject="card:1" followUp={{ isDefault: false }} />);
    expect(onPage).toContain("Ask a manager to follow up");
    expect(onPage).not.toMatch(/type="checkbox"[^>]* checked=""/);
    const handoff = renderToStaticMarkup(<NoteForm subject="card:1" followUp={{ isDefault: true }} />);
    expect(handoff).toMatch(/type="checkbox"[^>]* checked=""/);
    expect(renderToStaticMarkup(<NoteForm subject="customer:1" />)).not.toContain("checkbox");
  });
});
