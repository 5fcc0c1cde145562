import { type CustomerType, ISSUE_COLUMNS } from "./columns";

/** The customers of a template, as its URL names them. */
export const TEMPLATE_TYPES: Readonly<Record<string, CustomerType>> = {
  consumer: "Consumer",
  business: "Business",
};

export type IssueTemplate = {
  columns: string[];
  example: string[];
  /** Of each column: its label, whether it is required, and its rule. */
  rules: [string, string, string][];
};

export const RULE_COLUMNS = ["Column", "Required", "Rule"] as const;

/** A file to fill in, one card per row. */
export function issueTemplate(type: CustomerType): IssueTemplate {
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes(type));
  return {
    columns: columns.map(({ label }) => label),
    example: columns.map(({ key, example }) => (key === "customerType" ? type : example)),
    rules: columns.map(({ label, isRequired, rule }) => [label, isRequired ? "Yes" : "No", rule]),
  };
}
