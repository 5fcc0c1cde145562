import type { GridColumn } from "@/components/edit-grid/grid-column";
import type { CardDesign } from "@/lib/contract/card-design";
import type { IssueDefaults } from "@/lib/contract/issue-rows/check-rows";
import { type CustomerType, ISSUE_COLUMNS, type IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import type { IssueCells, IssueRow } from "@/lib/domain/issue-rows/read-rows";
import type { ColumnMapping } from "./remembered-columns";

export type IssueGridColumn = GridColumn & { key: IssueColumnKey };

const WIDTHS_PX: Partial<Record<IssueColumnKey, number>> = {
  customerType: 120,
  dob: 120,
  line1: 208,
  line2: 120,
  postalCode: 112,
  country: 96,
  dialCode: 88,
  email: 224,
  cardType: 104,
  cardName: 200,
  legalName: 200,
  spendLimit: 112,
  expiryDate: 120,
};

/** A colleague abroad has another one. */
const EACH_PERSONS: ReadonlySet<IssueColumnKey> = new Set(["dialCode"]);

/** The columns of the file, and those that its customers need. */
export function gridColumns(
  rows: readonly IssueRow[],
  {
    mapping,
    defaults,
    designs,
    company,
  }: {
    mapping: ColumnMapping;
    defaults: IssueDefaults;
    designs: readonly CardDesign[] | null;
    /** What is known about a company is the same in all rows. */
    company: IssueDefaults;
  },
): IssueGridColumn[] {
  const isShared = (key: IssueColumnKey) => key in company && !EACH_PERSONS.has(key);
  const types = new Set(rows.map(({ cells }) => customerType(cells.customerType || defaults.customerType)));
  return ISSUE_COLUMNS.filter(
    ({ key, types: used }) =>
      mapping.includes(key) || (used.some((type) => types.has(type)) && !isShared(key)),
  ).map(({ key, label, rule, isRequired, choices }) => {
    const offered = key === "design" ? designs?.map(({ name }) => name) : choices;
    return {
      key,
      label,
      rule,
      isRequired,
      ...(offered && { choices: offered }),
      ...(WIDTHS_PX[key] && { widthPx: WIDTHS_PX[key] }),
    };
  });
}

/** Whose card it is. */
export function rowName({ firstName, lastName, cardName, legalName }: IssueCells): string {
  return [firstName, lastName].filter(Boolean).join(" ") || cardName || legalName || "";
}

/** A row that doesn't say it is checked as a consumer. */
function customerType(text: string | undefined): CustomerType {
  return text === "Business" ? "Business" : "Consumer";
}
