import { SETTLEMENT_TYPES } from "@/lib/domain/reconciliation/settlement-type";
import { defineView } from "./define-view";
import { modeField } from "./view-fields";

export const settlementColumnsView = defineView({ type: modeField(SETTLEMENT_TYPES) });
