import type { Metadata } from "next";
import { cookies } from "next/headers";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { ViewBar } from "@/components/views/view-bar";
import { DeliveryEntry } from "@/components/webhooks/delivery-entry";
import { WebhooksTable } from "@/components/webhooks/webhooks-table";
import { parseTablePreferences, tableCookie } from "@/lib/client/table-preferences";
import { FilterTimeZone } from "@/lib/client/time-zone";
import { can } from "@/lib/domain/people/permissions";
import { webhooksList } from "@/lib/lists/webhooks-list";
import { definePage } from "@/lib/queries/define-page";
import { openList } from "@/lib/queries/open-list";
import { getWebhook, getWebhookPage } from "@/lib/queries/webhooks";
import { webhooksView } from "@/lib/url/webhooks-view";

export const metadata: Metadata = { title: "Webhooks" };

const MIN_REFRESH_INTERVAL_MS = 1_000;

export default definePage({
  permission: "webhooks.read",
  path: "/webhooks",
  async render({ actor, searchParams, since }) {
    const { view, bar } = await openList("webhooks", searchParams, actor);
    const { entry, ...filter } = view;
    const [page, delivery, preferences] = await Promise.all([
      getWebhookPage(filter),
      entry ? getWebhook({ deliveryId: entry }) : null,
      cookies().then((cookieStore) =>
        parseTablePreferences(cookieStore.get(tableCookie(webhooksList.name))?.value),
      ),
    ]);
    const olderThan = page.ok ? page.data.olderThan : null;
    const hrefBefore = (before: string | null) =>
      webhooksView.href("/webhooks", { ...view, before, entry: null });
    return (
      <>
        <RefreshOn
          since={since}
          topics={[...webhooksList.topics, "views"]}
          minIntervalMs={MIN_REFRESH_INTERVAL_MS}
        />
        <PageHeader title="Webhooks" lead="Every webhook delivery, with its signature check and result." />
        <ViewBar bar={bar(preferences)} />
        <FilterTimeZone days={view}>
          <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
            <div className="min-w-0 flex-1">
              <WebhooksTable
                rows={page.ok ? page.data.rows : []}
                error={page.ok ? null : page.error}
                view={view}
                defaults={webhooksView.defaults}
                preferences={preferences}
                olderHref={olderThan === null ? null : hrefBefore(olderThan)}
                newestHref={view.before === null ? null : hrefBefore(null)}
              />
            </div>
            {delivery?.ok && (
              <div className="max-xl:order-first xl:sticky xl:top-16 xl:w-[26rem] xl:shrink-0">
                <DeliveryEntry
                  delivery={delivery.data}
                  closeHref={webhooksView.href("/webhooks", { ...view, entry: null })}
                  canReprocess={can(actor.role, "webhooks.replay")}
                />
              </div>
            )}
          </div>
        </FilterTimeZone>
      </>
    );
  },
});
