"use client";

import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { FactorPolicy } from "@/lib/domain/people/factor-policy";
import type { ChangePolicyProps } from "./change-policy-dialog";

const dialog = loadOnIntent<ChangePolicyProps>(() => import("./change-policy-dialog"));

export function ChangePolicyButton({ policy }: { policy: FactorPolicy }) {
  return (
    <DialogButton dialog={dialog} dialogProps={{ policy }} aria-label={`Change policy for ${policy.role}`}>
      Change
    </DialogButton>
  );
}
