import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { OpenPointsFields } from "./open-points-fields";
import type { Acknowledgement } from "./use-acknowledgement";

const points = [
  { key: "a", title: "In the file only, USD 10.00", detail: "Open, 1 Oct 2026" },
  { key: "b", title: "Transaction fees agree with their report: can’t be checked", detail: "2 days" },
];
const render = (overrides: Partial<Acknowledgement>) =>
  renderToStaticMarkup(
    <OpenPointsFields
      points={points}
      acknowledgement={{
        isTicked: (key) => key === "a",
        tick: () => undefined,
        isMissing: false,
        take: () => null,
        clear: () => undefined,
        ...overrides,
      }}
    />,
  );

it("has a tick for each point, and says which one is missing", () => {
  const html = render({});
  expect(html.match(/type="checkbox"/g)).toHaveLength(2);
  expect(html.match(/checked=""/g)).toHaveLength(1);
  for (const { title, detail } of points) for (const text of [title, detail]) expect(html).toContain(text);
  expect(html).not.toContain("Tick each point to sign off.");
  const missing = render({ isMissing: true });
  expect(missing).toContain("Tick each point to sign off.");
  expect(missing.match(/aria-invalid="true"/g)).toHaveLength(1);
});
