import { describe, expect, it } from "vitest";
import { topicPermission } from "@/lib/domain/topics";
import { auditList } from "./audit-list";
import { cardsList } from "./cards-list";
import { exceptionsList } from "./exceptions-list";
import { type FileValues, fileColumns, type List, refreshTopics, sortableColumns } from "./list";
import { reportsList } from "./reports-list";
import { transactionsList } from "./transactions-list";
import { webhooksList } from "./webhooks-list";

const LISTS: readonly List[] = [
  cardsList,
  transactionsList,
  auditList,
  reportsList,
  webhooksList,
  exceptionsList,
];

const repeated = (names: readonly (string | undefined)[]) =>
  names.filter((name, index) => name !== undefined && names.indexOf(name) !== index);

describe.each(LISTS.map((list) => [list.name, list] as const))("the list of %s", (_, list) => {
  const columns = Object.values(list.columns);

  it("names each column once on the screen and once in the file", () => {
    expect(repeated(columns.map(({ header }) => header))).toEqual([]);
    expect(repeated(columns.flatMap(({ file = [] }) => file))).toEqual([]);
  });

  it("needs one permission for the list and its changes", () => {
    const area = list === exceptionsList ? "reconciliation" : list.name;
    expect(list.topics.map(topicPermission)).toEqual([`${area}.read`]);
  });
});

describe("a list", () => {
  it("derives its orders, the columns of its file and its topics", () => {
    expect(sortableColumns(transactionsList)).toEqual(["holder", "amount", "status", "created"]);
    expect(fileColumns(cardsList)).toEqual([
      "card_id",
      "last_four",
      "card_name",
      "cardholder_name",
      "customer_id",
      "type",
      "design_id",
      "design",
      "status",
      "currency",
      "created_utc",
    ]);
    expect(refreshTopics(cardsList, "issuer")).toEqual(["cards"]);
    expect(refreshTopics(cardsList, "index")).toEqual(["cards", "index", "issuer"]);
  });

  it("is rejected by the compiler if a column of the file has no value", () => {
    const list = {
      name: "x",
      topics: [],
      columns: { id: { file: ["id"] }, name: { file: ["name"] } },
    } as const;
    // @ts-expect-error The column `name` is missing.
    const values: FileValues<typeof list, object> = { id: () => "1" };
    expect(values).not.toHaveProperty("name");
  });
});
