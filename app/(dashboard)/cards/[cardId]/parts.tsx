import { CardPageNote } from "@/components/cards/page/card-page-note";
import { CardPageTransactions } from "@/components/cards/page/card-page-transactions";
import { CardTimeline } from "@/components/cards/page/card-timeline";
import { OtherCardList } from "@/components/cards/page/other-card-list";
import { IndexFreshness } from "@/components/layout/index-freshness";
import { auditHref, cardsHref, transactionsHref } from "@/components/overview/list-links";
import { PurchaseButton } from "@/components/sandbox/purchase-button";
import { TransactionActions } from "@/components/sandbox/transaction-actions";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import type { CardDetail } from "@/lib/contract/card";
import { can, type Role } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";
import { getCardTransactions, getOtherCards } from "@/lib/queries/card";
import { getCardTimeline } from "@/lib/queries/card-timeline";
import { getIndexState } from "@/lib/queries/index-state";
import { listNotes } from "@/lib/queries/notes";
import { type CardView, cardView } from "@/lib/url/card-view";

const LIMITS = { recent: { events: 15, transactions: 8 }, all: { events: 200, transactions: 200 } } as const;
const MAX_OTHER_CARDS = 6;

/** Reads together with the card what needs only its ID. The timeline includes what reading the card has found. */
export async function readCardHistory(cardId: string, cardRead: Promise<unknown>, view: CardView) {
  const [timeline, notes, transactions, index] = await Promise.all([
    cardRead.then(() => getCardTimeline({ cardId, limit: LIMITS[view.timeline].events })),
    listNotes([`card:${cardId}`]),
    getCardTransactions({ cardId, limit: LIMITS[view.transactions].transactions }),
    getIndexState({}),
  ]);
  return { timeline, notes, transactions, index };
}

type CardHistoryProps = {
  card: CardDetail;
  history: Awaited<ReturnType<typeof readCardHistory>>;
  designName: string | null;
  role: Role;
  view: CardView;
};

/** The card's timeline, notes and transactions. */
export function CardHistory({ card, history, designName, role, view }: CardHistoryProps) {
  const { timeline, notes, transactions, index } = history;
  const canSimulate = env().mode === "sandbox" && can(role, "sandbox.use");
  const path = `/cards/${encodeURIComponent(card.id)}`;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Panel
        title="Timeline"
        action={
          <div className="flex flex-wrap gap-2 empty:hidden">
            {timeline.ok && timeline.data.hasMore && (
              <LinkButton
                size="small"
                href={cardView.href(path, { ...view, timeline: "all" })}
                scroll={false}
              >
                Show older
              </LinkButton>
            )}
            {can(role, "audit.read") && (
              <LinkButton size="small" href={auditHref({ target: card.id })}>
                View in audit log
              </LinkButton>
            )}
          </div>
        }
      >
        <div className="flex flex-col gap-5">
          {can(role, "cards.note") && <CardPageNote cardId={card.id} />}
          {timeline.ok ? (
            <CardTimeline
              card={card}
              designName={designName}
              events={timeline.data.events}
              notes={notes}
              isComplete={!timeline.data.hasMore}
            />
          ) : (
            <ErrorState error={timeline.error} />
          )}
        </div>
      </Panel>
      <Panel
        title="Transactions"
        lead={index.ok && <IndexFreshness initial={index.data} of="transactions" isSubset />}
        isFlush
        action={
          <div className="flex flex-wrap gap-2 empty:hidden">
            {transactions.ok && transactions.data.hasMore && (
              <LinkButton
                size="small"
                href={cardView.href(path, { ...view, transactions: "all" })}
                scroll={false}
              >
                Show older
              </LinkButton>
            )}
            {transactions.ok && transactions.data.transactions.length > 0 && (
              <LinkButton size="small" href={transactionsHref({ card: card.id })}>
                View all
              </LinkButton>
            )}
            {canSimulate && (
              <PurchaseButton card={{ id: card.id, lastFour: card.lastFour, currency: card.currency }} />
            )}
          </div>
        }
      >
        {transactions.ok ? (
          <CardPageTransactions
            transactions={transactions.data.transactions}
            actionFor={
              canSimulate ? ({ id, status }) => <TransactionActions id={id} status={status} /> : undefined
            }
          />
        ) : (
          <ErrorState error={transactions.error} />
        )}
      </Panel>
    </div>
  );
}

/** Renders nothing if the customer has no other cards. */
export async function OtherCards({ card }: { card: CardDetail }) {
  const otherCards = await getOtherCards({
    cardId: card.id,
    customerId: card.externalCustomerId,
    limit: MAX_OTHER_CARDS,
  });
  if (!otherCards.ok) return <ErrorState error={otherCards.error} isInline />;
  const { cards, hasMore } = otherCards.data;
  if (cards.length === 0) return null;
  return (
    <Panel
      title="Other cards for this customer"
      lead={hasMore ? `Newest ${cards.length}` : undefined}
      isFlush
      action={
        hasMore && (
          <LinkButton size="small" href={cardsHref({ customer: card.externalCustomerId })}>
            View all
          </LinkButton>
        )
      }
    >
      <OtherCardList cards={cards} />
    </Panel>
  );
}
