import { z } from "zod";
import { ROLE_NAMES } from "./settlement-columns";
import { SETTLEMENT_TYPES } from "./settlement-type";

const ColumnName = z.string().min(1).max(500);

/** What a person decides about the columns of a type. Null returns to what is recognized. */
export const NewMapping = z.object({
  type: z.enum(SETTLEMENT_TYPES),
  mapping: z
    .strictObject({
      columns: z.partialRecord(z.enum(ROLE_NAMES), ColumnName),
      /** Null: as each file shows. */
      formats: z.strictObject({
        decimal: z.enum([".", ","]).nullable(),
        dates: z.enum(["day-first", "month-first"]).nullable(),
      }),
    })
    .nullable(),
  /** The newest version that the person saw, so that nobody's change is lost. */
  basedOn: z.int().min(1).nullable(),
});
