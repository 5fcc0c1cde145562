import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { NoteForm } from "./note-form";

describe("a form for notes", () => {
  it("offers to ask a manager to follow up on a card, chosen where it hands over", () => {
    const onPage = renderToStaticMarkup(<NoteForm subject="card:1" followUp={{ isDefault: false }} />);
    expect(onPage).toContain("Ask a manager to follow up");
    expect(onPage).not.toMatch(/type="checkbox"[^>]* checked=""/);
    const handingOver = renderToStaticMarkup(<NoteForm subject="card:1" followUp={{ isDefault: true }} />);
    expect(handingOver).toMatch(/type="checkbox"[^>]* checked=""/);
    expect(renderToStaticMarkup(<NoteForm subject="customer:1" />)).not.toContain("checkbox");
  });
});
