import { defineView } from "./define-view";
import { modeField } from "./view-fields";

export const approvalsView = defineView({ list: modeField(["waiting", "mine", "decided"]) });
