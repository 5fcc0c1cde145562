import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ColumnsStep } from "./columns-step";
import type { ColumnMapping } from "./remembered-columns";

const table = {
  header: ["City", "Limit", "Remark"],
  rows: [{ number: 2, cells: ["London", "500", ""] }],
  description: "",
  notes: [],
};

function stepOf(mapping: ColumnMapping, remembered: ColumnMapping | null, header = table.header): string {
  return renderToStaticMarkup(
    <ColumnsStep
      table={{ ...table, header }}
      mapping={mapping}
      remembered={remembered}
      answers={{}}
      hasChanges={false}
      isBusy={false}
      onChange={() => undefined}
      onHeaderIsRow={() => undefined}
      onContinue={() => undefined}
      onBack={() => undefined}
      titleRef={{ current: null }}
    />,
  );
}

const AS_LAST_TIME = "Columns chosen as last time for these headers.";

it("says that columns are as last time, unless they are the recognized ones or were changed", () => {
  const chosen: ColumnMapping = ["city", null, null];
  const recognized: ColumnMapping = ["city", "spendLimit", null];
  expect(stepOf(chosen, chosen)).toContain(AS_LAST_TIME);
  expect(stepOf(chosen, chosen)).toContain("Use what was recognized");
  expect(stepOf([...chosen], chosen)).not.toContain(AS_LAST_TIME);
  expect(stepOf(recognized, recognized)).not.toContain(AS_LAST_TIME);
  expect(stepOf(chosen, null)).not.toContain(AS_LAST_TIME);
});

it("names a recognized column that is not used", () => {
  expect(stepOf(["city", null, null], null)).toContain("Recognized, but not used: “Limit” (Spend limit).");
  expect(stepOf(["city", "spendLimit", null], null)).not.toContain("Recognized, but not used");
});

it("offers to use the first row as a card if it has no column names", () => {
  const question = "The first row looks like a card, not like column names.";
  expect(stepOf([null, null, null], null, ["Anna", "Schmidt", "1985-01-01"])).toContain(question);
  expect(stepOf([null, null, null], null)).not.toContain(question);
});
