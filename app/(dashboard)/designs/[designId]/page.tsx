import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DesignBadges } from "@/components/designs/design-badges";
import { EmbossPreview } from "@/components/designs/emboss-preview";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { IndexFreshness } from "@/components/layout/index-freshness";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { DescriptionList } from "@/components/ui/description-list";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { CARD_NAME_MAX_CHARACTERS } from "@/lib/contract/create-card";
import { readPathId } from "@/lib/domain/cards/customer";
import { newCardHref } from "@/lib/domain/cards/new-card-links";
import { formatCount } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import { definePage } from "@/lib/queries/define-page";
import { getDesign } from "@/lib/queries/designs";
import { getIndexState } from "@/lib/queries/index-state";

export const metadata: Metadata = { title: "Design" };

const MIN_REFRESH_INTERVAL_MS = 4_000;
const BREADCRUMB = [{ href: "/designs", name: "Designs" }];

export default definePage({
  permission: "designs.read",
  path: "/designs/[designId]",
  async render({ actor, params, since }) {
    const [read, index] = await Promise.all([
      getDesign({ designId: readPathId(params.designId ?? "") }),
      getIndexState({}),
    ]);
    if (!read.ok) {
      if (read.error.code === "not-found" || read.error.code === "invalid") notFound();
      return (
        <>
          <PageHeader title="Design" breadcrumb={<Breadcrumb steps={BREADCRUMB} />} />
          <Panel>
            <ErrorState error={read.error} />
          </Panel>
        </>
      );
    }
    const design = read.data;
    const id = encodeURIComponent(design.id);
    return (
      <>
        <RefreshOn since={since} topics={["cards", "index"]} minIntervalMs={MIN_REFRESH_INTERVAL_MS} />
        <PageHeader
          title={design.name}
          breadcrumb={<Breadcrumb steps={BREADCRUMB} />}
          lead={<DesignBadges design={design} />}
          actions={
            can(actor.role, "cards.create") &&
            design.stock && (
              <LinkButton tone="primary" href={newCardHref({ design: design.id })}>
                Issue a card with this design
              </LinkButton>
            )
          }
        />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <EmbossPreview design={design} maxLength={CARD_NAME_MAX_CHARACTERS} />
          <div className="flex flex-col gap-5">
            <Panel title="Details">
              <DescriptionList
                facts={[
                  { name: "Design ID", value: <CopyableId id={design.id} name="design ID" isFull /> },
                  {
                    name: "Stock",
                    value: design.stock ? "In stock" : "Out of stock: no cards can be issued",
                  },
                  {
                    name: "Default design",
                    value: design.default ? "Yes, used when no design is chosen" : "No",
                  },
                  {
                    name: "Name on card",
                    value: design.embossNameSupported ? "Embossed" : "Not embossed",
                  },
                ]}
              />
            </Panel>
            <Panel
              title="Cards"
              lead={index.ok && <IndexFreshness initial={index.data} isSubset />}
              action={
                design.cards > 0 && (
                  <LinkButton size="small" href={`/cards?design=${id}`}>
                    View cards
                  </LinkButton>
                )
              }
            >
              {design.cards === 0 ? (
                <p className="text-ink-2">No cards use this design yet.</p>
              ) : (
                <DescriptionList
                  facts={design.uses.map(({ status, cards }) => ({
                    name: <StatusBadge of="card" status={status} />,
                    value: (
                      <IntentLink
                        href={`/cards?status=${encodeURIComponent(status)}&design=${id}`}
                        aria-label={`${cards} ${status.toLowerCase()} ${cards === 1 ? "card" : "cards"}`}
                        className="rounded-[3px] text-accent hover:underline"
                      >
                        {formatCount(cards)}
                      </IntentLink>
                    ),
                  }))}
                />
              )}
            </Panel>
          </div>
        </div>
      </>
    );
  },
});
