import type { Metadata } from "next";
import { DesignGallery } from "@/components/designs/design-gallery";
import { DesignsToolbar } from "@/components/designs/designs-toolbar";
import { IndexFreshness } from "@/components/layout/index-freshness";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import type { DesignWithUsage } from "@/lib/domain/cards/design";
import { foldText } from "@/lib/domain/cards/search-text";
import { definePage } from "@/lib/queries/define-page";
import { getDesignGallery } from "@/lib/queries/designs";
import { getIndexState } from "@/lib/queries/index-state";
import { type DesignsView, designsView } from "@/lib/url/designs-view";

export const metadata: Metadata = { title: "Designs" };

const MIN_REFRESH_INTERVAL_MS = 4_000;

export default definePage({
  permission: "designs.read",
  path: "/designs",
  async render({ searchParams, since }) {
    const view = designsView.parse(searchParams);
    const [gallery, index] = await Promise.all([getDesignGallery({}), getIndexState({})]);
    const shown = gallery.ok ? gallery.data.designs.filter((design) => matchesView(design, view)) : [];
    return (
      <>
        <RefreshOn since={since} topics={["cards", "index"]} minIntervalMs={MIN_REFRESH_INTERVAL_MS} />
        <PageHeader
          title="Designs"
          lead={
            <span className="flex flex-wrap items-center gap-x-2">
              Card designs and how many cards use each one.
              {index.ok && <IndexFreshness initial={index.data} />}
            </span>
          }
        />
        <DesignsToolbar view={view} defaults={designsView.defaults} />
        {!gallery.ok && (
          <Panel>
            <ErrorState error={gallery.error} />
          </Panel>
        )}
        {gallery.ok && shown.length === 0 && (
          <Panel>
            <EmptyState
              title={gallery.data.designs.length === 0 ? "No designs yet" : "No designs match your filters"}
              action={
                gallery.data.designs.length > 0 && <LinkButton href="/designs">Clear filters</LinkButton>
              }
            />
          </Panel>
        )}
        <DesignGallery designs={shown} />
      </>
    );
  },
});

function matchesView(design: DesignWithUsage, { query, stock, emboss }: DesignsView): boolean {
  return (
    foldText(`${design.name} ${design.id}`).includes(foldText(query)) &&
    (stock === null || design.stock === (stock === "in")) &&
    (emboss === null || design.embossNameSupported === (emboss === "yes"))
  );
}
