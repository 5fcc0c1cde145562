"use client";

import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Dialog } from "@/components/ui/popups/dialog";
import { PurchaseForm } from "./purchase-form";

export type PurchaseDialogProps = OpenDialog & { card: { id: string; lastFour: string; currency: string } };

export default function PurchaseDialog({ open, onClose, card }: PurchaseDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Simulate purchase with card ending in ${card.lastFour}`}
      description="Sandbox only. No money moves."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <PurchaseForm cardId={card.id} currency={card.currency} />
    </Dialog>
  );
}
