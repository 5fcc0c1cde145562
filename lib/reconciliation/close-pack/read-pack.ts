import "server-only";
import type pg from "pg";
import type { Period } from "@/lib/domain/reconciliation/period";
import { writeXlsx } from "@/lib/xlsx/write-xlsx";
import { exceptionRows } from "./exception-rows";
import { type PackData, readPackData } from "./read-pack-data";
import { workbookSheets } from "./workbook";

export type ClosePack = PackData & {
  /** In chunks, compressed. */
  workbook: Uint8Array[];
  /** How many exceptions it has, resolved ones included. */
  exceptions: number;
};

/** Call it in one transaction, so that its parts agree. */
export async function readPack(client: pg.ClientBase, period: Period): Promise<ClosePack> {
  const data = await readPackData(client, period);
  let exceptions = 0;
  async function* counted() {
    for await (const rows of exceptionRows(client, period)) {
      exceptions += rows.length;
      yield rows;
    }
  }
  const workbook: Uint8Array[] = [];
  for await (const chunk of writeXlsx(workbookSheets(data, counted()))) workbook.push(chunk);
  return { ...data, workbook, exceptions };
}
