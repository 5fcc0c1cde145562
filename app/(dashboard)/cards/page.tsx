import type { Metadata } from "next";
import { cookies } from "next/headers";
import { CardsTable } from "@/components/cards/table/cards-table";
import { ExportButton } from "@/components/data-table/export-button";
import { IndexFreshness } from "@/components/layout/index-freshness";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { ViewBar } from "@/components/views/view-bar";
import { parseTablePreferences, tableCookie } from "@/lib/client/table-preferences";
import { FilterTimeZone } from "@/lib/client/time-zone";
import { exactTotal, FIRST_PAGE, formatTotal, type ListSource } from "@/lib/domain/cards/listed";
import { NEW_CARD_PATH } from "@/lib/domain/cards/new-card-links";
import { can } from "@/lib/domain/people/permissions";
import { cardsList } from "@/lib/lists/cards-list";
import { refreshTopics } from "@/lib/lists/list";
import { getCardFacets, getCardsPage } from "@/lib/queries/cards";
import { definePage } from "@/lib/queries/define-page";
import { getIndexState } from "@/lib/queries/index-state";
import { openList } from "@/lib/queries/open-list";
import { cardsView } from "@/lib/url/cards-view";
import { exportFileName } from "@/lib/url/export-file-name";
import { NO_PRESENTATION } from "@/lib/url/view-href";

export const metadata: Metadata = { title: "Cards" };

/** Limits how often frequent changes refresh the list. */
const MIN_REFRESH_INTERVAL_MS = 1_000;

export default definePage({
  permission: "cards.read",
  path: "/cards",
  async render({ actor, searchParams, since }) {
    const { view, bar } = await openList("cards", searchParams, actor);
    const [page, facets, index] = await Promise.all([
      getCardsPage(view),
      getCardFacets(view),
      getIndexState({}),
    ]);
    const preferences = parseTablePreferences((await cookies()).get(tableCookie(cardsList.name))?.value);
    const viewBar = bar(preferences);
    const source = page.ok ? page.data.source : "index";
    // If the issuer returns no total, use the index's once it has synced everything.
    const hasIndexTotal =
      source === "issuer" ? index.ok && index.data.cards.isComplete : page.ok && !page.data.isFuzzy;
    const indexTotal = hasIndexTotal && facets.ok ? facets.data.total : null;
    const total = (page.ok && source === "issuer" ? page.data.total : null) ?? indexTotal;
    // "All that match" would miss cards that aren't synced yet, and include those that a lost condition left out.
    const isCounted =
      page.ok && !page.data.isFuzzy && index.ok && index.data.cards.isComplete && viewBar.lost.length === 0;
    const totalText = total === null ? null : formatTotal(total, "card");
    return (
      <>
        <RefreshOn
          since={since}
          topics={[...refreshTopics(cardsList, source), "views"]}
          minIntervalMs={MIN_REFRESH_INTERVAL_MS}
        />
        <PageHeader
          title="Cards"
          lead={page.ok && page.data.isFuzzy ? fuzzyMatchText(view.search) : leadText(totalText, source)}
          actions={
            <>
              {can(actor.role, "lists.export") && (
                <ExportButton
                  href={cardsView.href("/api/cards/export", { ...view, ...FIRST_PAGE, ...NO_PRESENTATION })}
                  fileName={exportFileName("cards", view, cardsView.defaults)}
                  total={exactTotal(total)}
                />
              )}
              {can(actor.role, "cards.create") && (
                <LinkButton tone="primary" href={NEW_CARD_PATH}>
                  Issue card
                </LinkButton>
              )}
            </>
          }
        />
        <ViewBar bar={viewBar} />
        <FilterTimeZone days={view}>
          <CardsTable
            page={page.ok ? page.data : null}
            error={page.ok ? null : page.error}
            view={view}
            defaults={cardsView.defaults}
            preferences={preferences}
            role={actor.role}
            statuses={facets.ok ? facets.data.statuses : []}
            types={facets.ok ? facets.data.types : []}
            designs={facets.ok ? facets.data.designs : []}
            total={totalText}
            matching={isCounted && facets.ok ? exactTotal(facets.data.total) : null}
            freshness={index.ok && <IndexFreshness initial={index.data} isSubset />}
          />
        </FilterTimeZone>
      </>
    );
  },
});

function leadText(totalText: string | null, source: ListSource): string {
  if (source === "issuer") return `${totalText ?? "All cards"} · newest first`;
  return totalText ?? "Search results";
}

function fuzzyMatchText(search: string): string {
  return `No exact match for “${search}”. Showing similar results.`;
}
