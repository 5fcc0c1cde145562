import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { ISSUE_COLUMNS, recognizeColumns } from "@/lib/domain/issue-rows/columns";
import { readTable } from "@/lib/spreadsheets/read-table";
import { openTestDashboard } from "@/testing/dashboard-database";
import { readXlsx } from "@/testing/read-xlsx";
import { signInAs } from "@/testing/sign-in-as";
import { testRequest } from "@/testing/test-request";
import { downloadIssueTemplate } from "./issue-template";

let db: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("manager");
});
afterAll(() => db.close());

const download = (query: string) =>
  downloadIssueTemplate(new Request(`http://localhost/api/bulk/template?${query}`));
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe.each([
  ["consumer", "Consumer"],
  ["business", "Business"],
] as const)("the template for a %s", (type, customers) => {
  const columns = ISSUE_COLUMNS.filter(({ types }) => (types as readonly string[]).includes(customers));
  const examples = columns.map(({ key, example }) => (key === "customerType" ? customers : example));

  it.each(["csv", "xlsx"])("is read back with every column and the example, as %s", async (format) => {
    const response = await download(`type=${type}&format=${format}`);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="cards-to-issue-${type}.${format}"`,
    );
    const table = readTable({ name: "", bytes: await bytesOf(response) });
    if ("problem" in table) throw new Error(table.problem);
    expect(recognizeColumns(table.header)).toEqual(columns.map(({ key }) => key));
    expect(table.rows).toEqual([{ number: 2, cells: examples }]);
  });

  it("keeps what is typed below the example as text", async () => {
    const [cards, rules] = readXlsx(await bytesOf(await download(`type=${type}&format=xlsx`)));
    expect(cards?.xml.match(/<col [^>]*style="2"\/>/g)).toHaveLength(columns.length);
    expect(rules?.xml).not.toContain('style="2"');
  });

  it("explains each column on a second sheet", async () => {
    const [, rules] = readXlsx(await bytesOf(await download(`type=${type}&format=xlsx`)));
    expect(rules?.name).toBe("Rules");
    expect(rules?.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ["Column", "Required", "Rule"],
      ...columns.map(({ label, isRequired, rule }) => [label, isRequired ? "Yes" : "No", rule]),
    ]);
  });
});

it.each([
  ["type=toString", "Choose consumer or business as the type."],
  ["", "Choose consumer or business as the type."],
  ["type=consumer&format=pdf", "Choose csv or xlsx as the format."],
])("refuses %j", async (query, message) => {
  const response = await download(query);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { message } });
});

it("needs a session and the permission", async () => {
  await signInAs("support");
  expect((await download("type=consumer")).status).toBe(403);
  testRequest.cookies.clear();
  expect((await download("type=consumer")).status).toBe(401);
});
