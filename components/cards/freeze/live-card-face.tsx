"use client";

import type { ComponentProps } from "react";
import { CardFace } from "@/components/card-art/card-face";
import { useFreezeController } from "./freeze-context";

/** The card face in the current status. */
export function LiveCardFace({
  design,
  card,
}: Required<Pick<ComponentProps<typeof CardFace>, "design" | "card">>) {
  return <CardFace design={design} card={{ ...card, status: useFreezeController().latest.status }} />;
}
