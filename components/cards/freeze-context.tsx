"use client";

import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { Badge } from "@/components/ui/badge";
import { StatusBadge } from "@/components/ui/status-badge";
import { type FreezableCard, type Freezing, useFreezeCard } from "@/lib/client/use-freeze-card";
import { CardFace } from "./card-face";

const FreezeContext = createContext<Freezing | null>(null);

/** Around a page about one card: its badge, its freeze button and its read-back then tell the same. */
export function FreezeProvider({ card, children }: { card: FreezableCard; children: ReactNode }) {
  return <FreezeContext value={useFreezeCard(card)}>{children}</FreezeContext>;
}

export function useFreezing(): Freezing {
  const freezing = useContext(FreezeContext);
  if (!freezing) throw new Error("There is no FreezeProvider around this");
  return freezing;
}

/** The card's status, or what is under way. */
export function FreezeStatus() {
  const { latest, pending } = useFreezing();
  return <FreezeBadge status={latest.status} pending={pending} />;
}

/** What was asked for is never shown as if it had happened. */
export function FreezeBadge({ status, pending }: { status: string; pending: boolean | null }) {
  if (pending === null) return <StatusBadge of="card" status={status} />;
  return (
    <Badge shape="half" className="animate-breathe">
      {pending ? "Freezing…" : "Unfreezing…"}
    </Badge>
  );
}

/** The card's face in the status that everything else on the page shows. */
export function FreezeFace({
  design,
  card,
}: Required<Pick<ComponentProps<typeof CardFace>, "design" | "card">>) {
  return <CardFace design={design} card={{ ...card, status: useFreezing().latest.status }} />;
}
