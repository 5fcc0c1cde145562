import { readFile } from "node:fs/promises";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { IssueFilePage } from "@/e2e/pages/issue-file-page";

/** By the names that a person might use. Two of them aren't recognized. */
const HEADER = [
  "Employee ID",
  "KYC ID",
  "Given name",
  "Surname",
  "Birthday",
  "ID type",
  "ID number",
  "Street",
  "Where they live",
  "Zip",
  "Country",
  "Mobile",
  "E-mail",
  "Card kind",
  "Printed name",
  "Card design",
  "Limit",
  "Expires",
  "Remark",
];

type Row = Record<string, string>;

function validRow(index: number): Row {
  return {
    "Employee ID": `emp_${index}`,
    "KYC ID": `kyc_${index}`,
    "Given name": "Amara",
    Surname: "Okafor",
    Birthday: "1990-04-23",
    "ID type": "Passport",
    "ID number": `P${1000 + index}`,
    Street: "1 Harbor Street",
    "Where they live": "London",
    Zip: "E1 6AN",
    Country: "United Kingdom",
    Mobile: "+44 7911 123456",
    "E-mail": `amara${index}@example.com`,
    "Card kind": "virtual",
    "Printed name": `Amara Okafor ${index}`,
    "Card design": "",
    Limit: "500",
    Expires: "",
    Remark: "",
  };
}

/** A wrong text, and what to type instead. */
const MISTAKES: { column: string; wrong: string; right: string }[] = [
  { column: "Employee ID", wrong: "", right: "emp_new" },
  { column: "Given name", wrong: "", right: "Amara" },
  { column: "Surname", wrong: "x".repeat(60), right: "Okafor" },
  { column: "Birthday", wrong: "1990-02-31", right: "1990-02-28" },
  { column: "Country", wrong: "Atlantis", right: "gb" },
  { column: "Mobile", wrong: "call me", right: "7911123456" },
  { column: "E-mail", wrong: "amara at example", right: "amara@example.com" },
  { column: "Card kind", wrong: "metal", right: "virtual" },
  { column: "Printed name", wrong: "4111 1111 1111 1111", right: "Amara Okafor" },
  { column: "Card design", wrong: "No such design", right: "" },
  { column: "Limit", wrong: "a lot", right: "500" },
  { column: "Expires", wrong: "2001-01-01", right: "" },
];

const ROWS = 25;

function fileWithMistakes(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const row = validRow(index);
    const mistake = MISTAKES[index];
    return mistake ? { ...row, [mistake.column]: mistake.wrong } : row;
  });
  return toCsv(rows);
}

function toCsv(rows: Row[], separator = ","): string {
  return [HEADER, ...rows.map((row) => HEADER.map((name) => row[name] ?? ""))]
    .map((cells) => cells.join(separator))
    .join("\r\n");
}

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

test("a manager corrects the rows of a file by keyboard and plans the cards", async ({ page }) => {
  test.setTimeout(240_000);
  const issue = new IssueFilePage(page);
  await page.goto("/bulk");
  await page.getByRole("link", { name: "Issue cards from a file" }).click();
  await expect(page).toHaveURL(/\/bulk\/issue$/);
  await expectAccessibleEverywhere(page);
  await issue.chooseFile("new-hires.csv", fileWithMistakes());

  await expect(issue.column("Given name")).toHaveValue("firstName");
  await expect(issue.column("Where they live")).toHaveValue("");
  await expect(issue.column("Remark")).toHaveValue("");
  const city = issue.column("Where they live");
  await expect(city.locator("option", { hasText: "First name" })).toBeDisabled();
  await city.selectOption("City or district");
  await expectAccessibleEverywhere(page);
  await issue.checkRows();

  // Without a customer type, no row is ready.
  await expect(issue.counts).toContainText(`0 rows ready, ${ROWS} with problems`);
  await page.getByRole("combobox", { name: "Customer type" }).selectOption("Consumer");
  // For the phone number that doesn't have its own.
  await page.getByRole("textbox", { name: "Dial code" }).fill("44");
  await expect(issue.counts).toContainText(
    `${ROWS - MISTAKES.length} rows ready, ${MISTAKES.length} with problems`,
  );
  await expect(issue.plan).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText(`${MISTAKES.length} rows have problems. Fix or remove them.`)).toBeVisible();

  await issue.nextProblem.click();
  await expect(issue.grid).toBeFocused();
  const first = await issue.activeCell();
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await expect(first).toHaveAccessibleDescription("Must not be empty.");
  await expectAccessibleEverywhere(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download rows with problems" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text.split("\r\n").filter(Boolean)).toHaveLength(MISTAKES.length + 1);
  expect(text).toContain("Remark,Dial code,Problems");
  expect(text).toContain("Country: ");

  await issue.grid.focus();
  for (const { right } of MISTAKES) {
    await expect(await issue.activeCell()).toHaveAttribute("aria-invalid", "true");
    if (right === "") await page.keyboard.press("Delete");
    else await issue.type(right);
    await page.keyboard.press("F8");
  }
  await expect(issue.counts).toContainText(`${ROWS} rows ready`);
  await expect(issue.counts).not.toContainText("with problems");

  // What was corrected can be undone and redone.
  await page.keyboard.press("Control+z");
  await expect(issue.counts).toContainText("1 with problems");
  await page.keyboard.press("Control+Shift+z");
  await expect(issue.counts).not.toContainText("with problems");

  await issue.plan.click();
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${ROWS} cards`);
});

test("moves, selects, copies, and pastes like a spreadsheet, and stops at the last row", async ({ page }) => {
  const issue = new IssueFilePage(page);
  await issue.open();
  await issue.setClipboard(toCsv([validRow(0), validRow(1), validRow(2)], "\t"));
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Control+v");
  await expect(issue.columns).toBeVisible();
  await issue.column("Where they live").selectOption("City or district");
  await issue.checkRows();

  await issue.grid.focus();
  await page.keyboard.press("Control+End");
  await expect(issue.activeNote).toContainText("Row 4, Expiry date");
  await page.keyboard.press("Control+Home");
  await expect(issue.activeNote).toContainText("Row 2, Customer type");
  await issue.setClipboard("Consumer\temp_a\nconsumer\temp_b\nperson\temp_c\nConsumer\temp_d\n");
  await page.keyboard.press("Control+v");
  await expect(page.getByText("Pasted 6 cells. Left out: 1 row below the last row.")).toBeVisible();
  await expect(issue.counts).toContainText("3 rows ready");
  await expect(issue.grid.getByRole("gridcell", { name: "Consumer", exact: true })).toHaveCount(3);

  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(issue.grid.locator("[aria-selected=true]")).toHaveCount(4);
  await page.keyboard.press("Control+c");
  await expect.poll(() => issue.readClipboard()).toBe("Consumer\temp_a\nConsumer\temp_b");
  await page.keyboard.press("Delete");
  await expect(issue.counts).toContainText("2 with problems");
  await page.keyboard.press("Control+z");
  await expect(issue.counts).toContainText("3 rows ready");

  // Enter edits and moves down, Escape changes nothing, Tab leaves the grid.
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F2");
  await page.keyboard.type("xyz");
  await page.keyboard.press("Escape");
  await expect(issue.counts).toContainText("3 rows ready");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1");
  await page.keyboard.press("Tab");
  await expect(issue.grid.getByRole("gridcell", { name: "emp_a1" })).toBeVisible();
  await expect(issue.activeNote).toContainText("Row 2, KYC applicant ID");
  await page.keyboard.press("Tab");
  await expect(issue.grid).not.toBeFocused();

  // A click elsewhere keeps what was typed.
  await issue.grid.getByRole("gridcell", { name: "emp_c" }).dblclick();
  await page.keyboard.type("2");
  await issue.grid.getByRole("gridcell", { name: "emp_b" }).click();
  await expect(issue.grid.getByRole("gridcell", { name: "emp_c2" })).toBeVisible();
  await page.getByRole("button", { name: "Remove row" }).click();
  await expect(issue.counts).toContainText("2 rows ready");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(issue.counts).toContainText("3 rows ready");

  // A look at another page loses nothing.
  await page.getByRole("link", { name: "Bulk runs" }).first().click();
  await expect(page).toHaveURL(/\/bulk$/);
  await page.getByRole("link", { name: "Issue cards from a file" }).click();
  await expect(issue.counts).toContainText("3 rows ready");
  await expect(issue.grid.getByRole("gridcell", { name: "emp_a1" })).toBeVisible();
});

test("asks how dates are written, and remembers the columns", async ({ page }) => {
  const issue = new IssueFilePage(page);
  const file = toCsv([{ ...validRow(0), Birthday: "03/04/1990" }]);
  await issue.open();
  await issue.chooseFile("dates.csv", file);
  await issue.column("Where they live").selectOption("City or district");
  const check = issue.columns.getByRole("button", { name: "Check rows" });
  await expect(check).toHaveAttribute("aria-disabled", "true");
  await issue.columns.getByRole("radio", { name: "3 Apr 1990" }).check();
  await issue.checkRows();
  await expect(issue.grid.getByRole("gridcell", { name: "1990-04-03" })).toBeVisible();
  await expect(issue.activeNote).toContainText("Row 2, Customer type of Amara Okafor:");
  await expect(page.getByRole("heading", { name: "Values for all rows" })).toBeFocused();
  await page.getByRole("button", { name: "Back to columns" }).click();
  await expect(page.getByRole("heading", { name: "Columns" })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await issue.column("Limit").selectOption("Don’t use");
  await expect(issue.columns).toContainText("Recognized, but not used: “Limit” (Spend limit).");
  await issue.checkRows();

  await page.getByRole("button", { name: "Choose another file…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard rows" }).click();
  await expect(page.getByRole("heading", { name: "File", exact: true })).toBeFocused();
  await issue.chooseFile("dates.csv", file);
  await expect(issue.column("Where they live")).toHaveValue("city");
  await expect(issue.columns).toContainText("Columns chosen as last time for these headers.");
  await expectAccessibleEverywhere(page);
  await issue.columns.getByRole("button", { name: "Use what was recognized" }).click();
  await expect(issue.column("Where they live")).toHaveValue("");
  await expect(issue.column("Limit")).toHaveValue("spendLimit");
  await expect(issue.columns).not.toContainText("Columns chosen as last time");
  await expect(page.getByRole("heading", { name: "Columns" })).toBeFocused();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("live");
});

test("reads corrected rows again, and a file without column names", async ({ page }) => {
  const issue = new IssueFilePage(page);
  const cells = { Birthday: "31.02.1985", Mobile: "0151 23456700", Limit: "1.500,00", "Employee ID": "0042" };
  await issue.open();
  await issue.chooseFile("one.csv", toCsv([{ ...validRow(0), ...cells }], ";"));
  await issue.column("Where they live").selectOption("City or district");
  await issue.checkRows();
  await page.getByRole("combobox", { name: "Customer type" }).selectOption("Consumer");
  const limit = page.getByRole("textbox", { name: "Spend limit" });
  await limit.fill("1.500");
  await limit.blur();
  await expect(limit).toHaveAccessibleDescription(/Enter 1500 or 1\.50\./);
  await expectAccessibleEverywhere(page);
  await limit.fill("");
  await page.getByRole("textbox", { name: "Dial code" }).fill("49");
  await page.getByRole("textbox", { name: "Country" }).focus();
  await expect(issue.counts).toContainText("1 with problems");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download rows with problems" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain(";Date of birth: Must be a day that exists.");

  await page.getByRole("button", { name: "Choose another file…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard rows" }).click();
  await issue.chooseFile("corrected.csv", text.replace("31.02.1985", "28.02.1985"));
  await expect(issue.column("Where they live")).toHaveValue("city");
  await issue.checkRows();
  await page.getByRole("combobox", { name: "Customer type" }).selectOption("Consumer");
  await page.getByRole("textbox", { name: "Dial code" }).fill("49");
  await page.getByRole("textbox", { name: "Country" }).focus();
  await expect(issue.counts).toContainText("1 row ready");
  await expect(issue.counts).not.toContainText("with problems");
  await expect(issue.grid.getByRole("gridcell", { name: "0042", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Choose another file…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard rows" }).click();
  await issue.chooseFile("no-names.csv", "Anna;Schmidt;1985-01-01\nBob;Jones;1986-01-01");
  const summary = page.getByRole("status").filter({ hasText: "no-names.csv" });
  await expect(summary).toContainText("1 row.");
  await page.getByRole("button", { name: "Use it as a row" }).click();
  await expect(summary).toContainText("2 rows.");
  await expect(issue.column("Column 3")).toBeVisible();
});

test("says in a sentence why a file can't be read", async ({ page }) => {
  const issue = new IssueFilePage(page);
  await issue.open();
  await issue.chooseFile(
    "picture.xlsx",
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  );
  const problem = page.getByRole("status").filter({ hasText: "This can’t be read" });
  await expect(problem).toBeVisible();
  await expect(problem).toHaveText(/\.$/);
  await expectAccessibleEverywhere(page);
  await issue.chooseFile("empty.csv", "");
  await expect(problem).toContainText("empty");
  await page.getByRole("button", { name: "Read rows" }).click();
  await expect(page.getByText("Paste rows first.")).toBeVisible();
});

test("ten thousand rows are checked while the page stays usable", { tag: "@full" }, async ({ page }) => {
  test.setTimeout(180_000);
  const issue = new IssueFilePage(page);
  await issue.open();
  await issue.chooseFile("many.csv", toCsv(Array.from({ length: 10_000 }, (_, index) => validRow(index))));
  await issue.column("Where they live").selectOption("City or district");
  await issue.columns.getByRole("button", { name: "Check rows" }).click();
  await page.getByRole("combobox", { name: "Customer type" }).selectOption("Consumer");
  await expect(issue.counts).toContainText("10,000 rows ready", { timeout: 90_000 });
  await expect(issue.grid).toHaveAttribute("aria-rowcount", "10001");
  await issue.grid.focus();
  await page.keyboard.press("Control+End");
  await expect(issue.activeNote).toContainText("Row 10001, Expiry date");
  await expect(await issue.activeCell()).toBeVisible();
  // Only those in view exist.
  expect(await issue.grid.getByRole("gridcell").count()).toBeLessThan(1_000);
  await page.keyboard.press("Home");
  await issue.type("Business");
  await expect(issue.counts).toContainText("1 with problems");
});
