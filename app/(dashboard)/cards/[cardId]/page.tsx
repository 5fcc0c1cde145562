import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { CardPageApprovals } from "@/components/approvals/card-page-approvals";
import { FreezeButton } from "@/components/cards/freeze/freeze-button";
import { FreezeProvider } from "@/components/cards/freeze/freeze-context";
import { FreezeOutcome } from "@/components/cards/freeze/freeze-outcome";
import { LiveCardFace } from "@/components/cards/freeze/live-card-face";
import { CardDetails } from "@/components/cards/page/card-details";
import { CardPageActions } from "@/components/cards/page/card-page-actions";
import { CardPageIssuerError } from "@/components/cards/page/card-page-issuer-error";
import { CardPageOpenOperations } from "@/components/cards/page/card-page-open-operations";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { LinkButton } from "@/components/ui/buttons/link-button";
import type { OpenOperation } from "@/lib/domain/cards/card-timeline";
import { newCardHref } from "@/lib/domain/cards/new-card-links";
import { can } from "@/lib/domain/people/permissions";
import { getApprovalNeeds, getCardApprovals } from "@/lib/queries/approvals";
import { getCard, getOpenOperations } from "@/lib/queries/card";
import { definePage } from "@/lib/queries/define-page";
import { readDesigns } from "@/lib/queries/design-names";
import { cardView } from "@/lib/url/card-view";
import { CardHistory, OtherCards, readCardHistory } from "./parts";

const readCard = cache((cardId: string) => getCard({ cardId }));

type Props = { params: Promise<Record<string, string>> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const reading = await readCard(parseCardId(await params));
  return { title: reading.ok ? `Card •• ${reading.data.card.lastFour}` : "Card" };
}

export default definePage({
  permission: "cards.read",
  path: "/cards/[cardId]",
  async render({ actor, params, searchParams, since }) {
    const cardId = parseCardId(params);
    const view = cardView.parse(searchParams);
    const canRequest = can(actor.role, "approvals.read");
    const [reading, designs, open, approvals, needs, history] = await Promise.all([
      readCard(cardId),
      readDesigns(),
      getOpenOperations({ cardId }),
      getCardApprovals({ cardId }),
      canRequest ? getApprovalNeeds({}) : null,
      readCardHistory(cardId, readCard(cardId), view),
    ]);
    // While the index fills, and when many cards change at once, no card is named.
    const topics = [`card:${cardId}`, `person:${actor.id}`, "index"];
    if (!reading.ok) {
      if (reading.error.code === "not-found" || reading.error.code === "invalid") notFound();
      return (
        <>
          <RefreshOn since={since} topics={topics} />
          <PageHeader title="Card" breadcrumb={<Breadcrumb steps={BREADCRUMB} />} />
          <CardPageIssuerError error={reading.error} knownAt={null} />
        </>
      );
    }
    const { card, readAt, fallback } = reading.data;
    const allowed = {
      freeze: can(actor.role, "cards.freeze"),
      block: can(actor.role, "cards.block"),
      reissue: can(actor.role, "cards.reissue"),
    };
    const design = designs.get(card.cardDesign);
    const designName = design?.name ?? null;
    return (
      <FreezeProvider key={card.id} card={{ ...card, readAt }}>
        <RefreshOn since={since} topics={[...topics, `customer:${card.externalCustomerId}`, "approvals"]} />
        <PageHeader
          title={`${card.cardName} •• ${card.lastFour}`}
          lead={card.cardholderName}
          breadcrumb={<Breadcrumb steps={BREADCRUMB} />}
        />
        <div className="mb-5 flex flex-col gap-3 empty:hidden">
          {fallback && <CardPageIssuerError error={fallback.error} knownAt={fallback.knownAt} />}
          {open.ok && (
            <CardPageOpenOperations operations={open.data} canResolve={can(actor.role, "cards.create")} />
          )}
          {approvals.ok && <CardPageApprovals requests={approvals.data} canOpen={canRequest} />}
          <FreezeOutcome />
        </div>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
          <div className="flex flex-col gap-4">
            <LiveCardFace design={design ?? { id: card.cardDesign }} card={card} />
            {allowed.freeze ? (
              <div className="flex flex-wrap gap-2">
                <FreezeButton statusReason={card.statusReason ?? null} />
                <CardPageActions
                  card={card}
                  allowed={allowed}
                  isReissueOpen={open.ok && open.data.some(isReissue)}
                  needs={needs?.ok ? needs.data : {}}
                />
                {card.status === "BLOCKED" && can(actor.role, "cards.create") && (
                  <LinkButton href={newCardHref({ customer: card.externalCustomerId, template: card.id })}>
                    Issue a replacement
                  </LinkButton>
                )}
              </div>
            ) : (
              <p className="text-small text-ink-2">Your role can view this card but not change it.</p>
            )}
            <CardDetails card={card} designName={designName} isFromIndex={fallback !== null} />
            <OtherCards card={card} />
          </div>
          <CardHistory card={card} history={history} designName={designName} role={actor.role} view={view} />
        </div>
      </FreezeProvider>
    );
  },
});

const BREADCRUMB = [{ href: "/cards", name: "Cards" }];

function isReissue({ action }: OpenOperation): boolean {
  return action === "card.reissue";
}

function parseCardId({ cardId = "" }: Record<string, string>): string {
  return decodeURIComponent(cardId);
}
