import { SETTLEMENT_TYPES } from "@/lib/domain/reconciliation/settlement-type";
import { defineView } from "./define-view";
import { dateField, modeField } from "./view-fields";

/** Without a date, the file that raises a question is shown, else the newest. */
export const settlementColumnsView = defineView({ type: modeField(SETTLEMENT_TYPES), date: dateField() });
