import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { IssueDefaults } from "@/lib/contract/issue-rows/check-rows";
import { DefaultsForm } from "./defaults-form";

const formOf = (defaults: IssueDefaults) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <DefaultsForm defaults={defaults} designs={[]} today="2026-11-18" onChange={() => undefined} />
    </QueryClientProvider>,
  );

it("shows what is wrong at its field", () => {
  expect(formOf({ spendLimit: "1.500", country: "Germoney" })).toContain("Enter 1500 or 1.50.");
  expect(formOf({ country: "Germoney" })).toContain("Must be a country’s code, such as GBR");
  expect(formOf({ spendLimit: "1500" })).not.toContain('aria-invalid="true"');
});
