import type { Metadata } from "next";
import { AddChannelButton } from "@/components/alerts/add-channel-button";
import { AlertList } from "@/components/alerts/alert-list";
import { ChannelList } from "@/components/alerts/channel-list";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { MailList } from "@/components/mail/mail-list";
import { MailPreviews } from "@/components/mail/mail-previews";
import { MailRoute } from "@/components/mail/mail-route";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { getAlerts } from "@/lib/queries/alerts";
import { definePage } from "@/lib/queries/define-page";
import { getMails } from "@/lib/queries/mails";

export const metadata: Metadata = { title: "Alerts" };

export default definePage({
  permission: "settings.manage",
  path: "/settings/alerts",
  async render({ since }) {
    const [alerts, mails] = await Promise.all([getAlerts({}), getMails({})]);
    const hasMail = mails.ok && mails.data.route.to !== "nobody";
    return (
      <>
        <RefreshOn since={since} topics={["alerts", "mails"]} />
        <PageHeader title="Alerts" lead="What needs attention, who is told, and email to your team." />
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          {alerts.ok ? (
            <div className="flex flex-col gap-5">
              <Panel title="Open and recent" lead="Checked every minute." isFlush>
                <AlertList alerts={alerts.data.alerts} />
              </Panel>
              <Panel
                title="Channels"
                lead="Told when an alert opens, and when it is over."
                action={<AddChannelButton hasMail={hasMail} privateHosts={alerts.data.privateHosts} />}
                isFlush
              >
                <ChannelList channels={alerts.data.channels} />
              </Panel>
            </div>
          ) : (
            <ErrorState error={alerts.error} />
          )}
          {mails.ok ? (
            <div className="flex flex-col gap-5">
              <Panel title="Email">
                <MailRoute route={mails.data.route} />
              </Panel>
              <Panel title="Sent email" lead="The last 100 of 30 days." isFlush>
                <MailList mails={mails.data.mails} />
              </Panel>
              <Panel title="Previews" lead="Each opens in a new tab, with sample data." isFlush>
                <MailPreviews subjects={mails.data.subjects} />
              </Panel>
            </div>
          ) : (
            <ErrorState error={mails.error} />
          )}
        </div>
      </>
    );
  },
});
