import { IndexFreshness } from "@/components/layout/index-freshness";
import { PageHeader } from "@/components/layout/page-header";
import { cardsHref } from "@/components/overview/list-links";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { Panel } from "@/components/ui/panel";
import type { IndexSnapshot } from "@/lib/domain/cards/search-results";

export function UnknownCustomer({ id, index }: { id: string; index: IndexSnapshot | null }) {
  return (
    <>
      <PageHeader title="Customer" lead={<CopyableId id={id} name="customer ID" isFull />} />
      <Panel>
        <EmptyState
          title="Customer not found"
          action={<LinkButton href={cardsHref({})}>View all cards</LinkButton>}
        >
          <p>Customers appear here once they have a card. Check the ID, or issue their first card.</p>
          {index && (
            <p className="mt-2">
              Searched <IndexFreshness initial={index} />
              {!index.cards.isComplete && ". Cards are still syncing. This page updates automatically."}
            </p>
          )}
        </EmptyState>
      </Panel>
    </>
  );
}
