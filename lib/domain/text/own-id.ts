import { z } from "zod";

/**
 * An ID created by Cardwell, in lower case: the database accepts a UUID in any letter case, but the audit log, locks
 * and topics compare text.
 */
export const OwnId = z.uuid().toLowerCase();

/** Canonical, because the database would read "007" as 7. */
export const RowNumber = z.string().regex(/^[1-9]\d{0,14}$/);
