import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { CardFace } from "@/components/cards/card-face";
import { CardFacts } from "@/components/cards/card-facts";
import { CardPageActions } from "@/components/cards/card-page-actions";
import { CardPageOpenOperations } from "@/components/cards/card-page-open-operations";
import { CardPageTrouble } from "@/components/cards/card-page-trouble";
import { CardTimeline } from "@/components/cards/card-timeline";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import type { OpenOperation } from "@/lib/domain/card-timeline";
import { can } from "@/lib/domain/permissions";
import { getCard, getOpenOperations } from "@/lib/queries/card";
import { getCardTimeline } from "@/lib/queries/card-timeline";
import { definePage } from "@/lib/queries/define-page";
import { getDesigns } from "@/lib/queries/designs";

const EVENTS_SHOWN = 20;

const readCard = cache((cardId: string) => getCard({ cardId }));

type Props = { params: Promise<Record<string, string>> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const reading = await readCard(cardIdOf(await params));
  return { title: reading.ok ? `Card •• ${reading.data.card.lastFour}` : "Card" };
}

export default definePage({
  permission: "cards.read",
  async render({ actor, params }) {
    const cardId = cardIdOf(params);
    const [reading, designs, open, timeline] = await Promise.all([
      readCard(cardId),
      getDesigns({}),
      getOpenOperations({ cardId }),
      getCardTimeline({ cardId, limit: EVENTS_SHOWN }),
    ]);
    const topics = [`card:${cardId}`, `person:${actor.id}`];
    if (!reading.ok) {
      if (reading.error.code === "not-found" || reading.error.code === "invalid") notFound();
      return (
        <>
          <RefreshOn topics={topics} />
          <PageHeader title="Card" />
          <CardPageTrouble error={reading.error} knownAt={null} />
        </>
      );
    }
    const { card, remembered } = reading.data;
    const designName =
      (designs.ok && designs.data.designs.find(({ id }) => id === card.cardDesign)?.name) || null;
    return (
      <>
        <RefreshOn topics={topics} />
        <PageHeader title={`${card.cardName} •• ${card.lastFour}`} lead={card.cardholderName} />
        {remembered && <CardPageTrouble error={remembered.trouble} knownAt={remembered.knownAt} />}
        <div className="grid items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
          <div className="flex flex-col gap-4">
            <CardFace
              design={card.cardDesign}
              program="Northwind"
              lastFour={card.lastFour}
              holder={card.cardholderName}
              state={STATE[card.status]}
            />
            <div className="flex flex-wrap gap-2">
              <CardPageActions
                card={card}
                may={{ block: can(actor.role, "cards.block"), reissue: can(actor.role, "cards.reissue") }}
                isReissueOpen={open.ok && open.data.some(isReissueOpen)}
              />
            </div>
            <CardFacts card={card} designName={designName} isRemembered={remembered !== null} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            {open.ok && <CardPageOpenOperations operations={open.data} />}
            <Panel title="Timeline">
              {timeline.ok ? (
                <CardTimeline
                  card={card}
                  designName={designName}
                  events={timeline.data.events}
                  notes={[]}
                  isWhole={!timeline.data.hasMore}
                />
              ) : (
                <ErrorState error={timeline.error} />
              )}
            </Panel>
          </div>
        </div>
      </>
    );
  },
});

function isReissueOpen({ action, isLeftToPeople }: OpenOperation): boolean {
  return action === "card.reissue" && !isLeftToPeople;
}

const STATE: Record<string, "frozen" | "blocked"> = { FROZEN: "frozen", BLOCKED: "blocked" };

function cardIdOf({ cardId = "" }: Record<string, string>): string {
  return decodeURIComponent(cardId);
}
