"use client";

import type { Control } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { CardFace } from "@/components/card-art/card-face";
import { useDesigns } from "@/components/designs/use-designs";
import { type CardApplication, holderOf } from "@/lib/contract/card-application";

export function CardPreview({ control, lastFour }: { control: Control<CardApplication>; lastFour?: string }) {
  const application = useWatch({ control }) as CardApplication;
  const { data: designs } = useDesigns();
  const design = designs?.find(({ id, default: isDefault }) =>
    application.cardDesign ? id === application.cardDesign : isDefault,
  );
  const { preferredCardName, cardType, cardDesign } = application;
  return (
    <figure className="flex items-center gap-4 lg:flex-col lg:items-stretch lg:gap-3">
      <CardFace
        design={design ?? (cardDesign ? { id: cardDesign } : undefined)}
        card={{ cardName: preferredCardName, cardType, ...(lastFour ? { lastFour } : {}) }}
        className="max-lg:w-40 max-lg:shrink-0"
      />
      <figcaption className="min-w-0 text-small text-ink-2">
        <span className="block truncate font-medium text-body text-ink">
          {holderOf(application) || "New card"}
        </span>
        {[application.cardType, design?.name].filter(Boolean).join(", ") ||
          "The preview updates as you type."}
      </figcaption>
    </figure>
  );
}
