import { z } from "zod";

/**
 * An id that Cardwell made. The database reads a UUID in any letter case, while the audit log, locks and topics compare
 * text: from here on there is one spelling.
 */
export const OwnId = z.uuid().toLowerCase();

/** The number of a row, in its one spelling: the database would read "007" as 7. */
export const RowNumber = z.string().regex(/^[1-9]\d{0,14}$/);
