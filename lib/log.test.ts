import pg from "pg";
import { expect, it } from "vitest";
import { createLog } from "./log";

it("shows why a query failed without the row that PostgreSQL quotes", () => {
  const lines: string[] = [];
  const error = new pg.DatabaseError(
    'duplicate key value violates unique constraint "people_by_email"',
    1,
    "error",
  );
  error.code = "23505";
  error.table = "people";
  error.detail = "Key (lower(email))=(ada@example.com) already exists.";
  error.where = "unnamed portal with parameters: $1 = 'Ada Lovelace'";
  createLog("info", { write: (line) => void lines.push(line) }).error({ err: error }, "Could not invite");
  const [line = ""] = lines;
  expect(JSON.parse(line)).toMatchObject({
    msg: "Could not invite",
    err: { code: "23505", table: "people", message: expect.stringContaining("people_by_email") },
  });
  expect(line).not.toMatch(/ada/i);
});
