import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ExceptionValues } from "./exception-values";

it.each([
  ["Billed amount", "28.9", "33.89", "Billed amount: USD 28.90 →in the file 33.89"],
  ["Day", "2026-10-16", "2026-10-15", "File 16 Oct 2026, row 15 Oct 2026"],
  ["Status", "DECLINED", null, "Status: DECLINED"],
])("shows the values of %s", (field, ours, theirs, text) => {
  const markup = renderToStaticMarkup(<ExceptionValues {...{ field, ours, theirs, valueCurrency: "USD" }} />);
  expect(markup.replaceAll(/<[^>]*>/g, "")).toBe(text);
});
