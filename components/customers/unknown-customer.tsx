import { IndexFreshness } from "@/components/layout/index-freshness";
import { PageHeader } from "@/components/layout/page-header";
import { CopyableId } from "@/components/ui/copyable-id";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Panel } from "@/components/ui/panel";
import type { IndexReading } from "@/lib/domain/search";

/** Nobody by this id has a card, as far as is known; and how far that is. */
export function UnknownCustomer({ id, index }: { id: string; index: IndexReading | null }) {
  return (
    <>
      <PageHeader title="Customer" lead={<CopyableId id={id} name="customer id" isWhole />} />
      <Panel>
        <EmptyState
          title="No card of this customer is known"
          action={<LinkButton href="/cards">All cards</LinkButton>}
        >
          <p>A customer is known by the cards they hold. Check the id, or issue them a first card.</p>
          {index && (
            <p className="mt-2">
              Looked through: <IndexFreshness initial={index} />
              {!index.cards.isFilled && ". Cards are still being read: this page looks again by itself."}
            </p>
          )}
        </EmptyState>
      </Panel>
    </>
  );
}
