import { CardFace } from "@/components/card-art/card-face";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import type { DesignWithUsage } from "@/lib/domain/cards/design";
import { countOf } from "@/lib/domain/money/numbers";
import { DesignBadges } from "./design-badges";

export function DesignGallery({ designs }: { designs: readonly DesignWithUsage[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
      {designs.map((design) => (
        <li key={design.id} className="group relative flex flex-col gap-3">
          <CardFace
            design={design}
            size="gallery"
            className="transition-transform duration-quick group-hover:-translate-y-0.5 motion-reduce:transform-none"
          />
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
            <div className="min-w-0">
              <h2 className="text-section font-semibold">
                <IntentLink
                  href={`/designs/${encodeURIComponent(design.id)}`}
                  className="rounded-control after:absolute after:inset-0 after:rounded-panel hover:underline"
                >
                  {design.name}
                </IntentLink>
              </h2>
              <p className="text-small text-ink-2">{cardCountText(design.cards)}</p>
            </div>
            <DesignBadges design={design} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function cardCountText(cards: number): string {
  return cards === 0 ? "No cards" : countOf(cards, "card");
}
