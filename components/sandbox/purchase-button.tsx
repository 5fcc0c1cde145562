"use client";

import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { PurchaseDialogProps } from "./purchase-dialog";

const dialog = loadOnIntent<PurchaseDialogProps>(() => import("./purchase-dialog"));

/** Only in sandbox mode. */
export function PurchaseButton({ card }: { card: PurchaseDialogProps["card"] }) {
  return (
    <DialogButton size="small" dialog={dialog} dialogProps={{ card }}>
      Simulate purchase
    </DialogButton>
  );
}
