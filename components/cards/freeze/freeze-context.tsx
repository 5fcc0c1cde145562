"use client";

import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { CardFace } from "@/components/card-art/card-face";
import { Badge } from "@/components/ui/values/badge";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { type FreezableCard, type FreezeController, useFreezeCard } from "@/lib/client/use-freeze-card";

const FreezeContext = createContext<FreezeController | null>(null);

/** Keeps the badge, the freeze button and the outcome on a card's page consistent. */
export function FreezeProvider({ card, children }: { card: FreezableCard; children: ReactNode }) {
  return <FreezeContext value={useFreezeCard(card)}>{children}</FreezeContext>;
}

export function useFreezeController(): FreezeController {
  const controller = useContext(FreezeContext);
  if (!controller) throw new Error("useFreezeController must be used within FreezeProvider");
  return controller;
}

export function FreezeStatus() {
  const { latest, pending } = useFreezeController();
  return <FreezeBadge status={latest.status} pending={pending} />;
}

/** Never shows a pending change as done. */
export function FreezeBadge({ status, pending }: { status: string; pending: boolean | null }) {
  if (pending === null) return <StatusBadge of="card" status={status} />;
  return (
    <Badge shape="half" className="animate-breathe">
      {pending ? "Freezing…" : "Unfreezing…"}
    </Badge>
  );
}

/** The card face in the current status. */
export function LiveCardFace({
  design,
  card,
}: Required<Pick<ComponentProps<typeof CardFace>, "design" | "card">>) {
  return <CardFace design={design} card={{ ...card, status: useFreezeController().latest.status }} />;
}
