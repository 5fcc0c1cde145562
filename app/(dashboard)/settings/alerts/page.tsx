import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { MailList } from "@/components/mail/mail-list";
import { MailPreviews } from "@/components/mail/mail-previews";
import { MailRoute } from "@/components/mail/mail-route";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { definePage } from "@/lib/queries/define-page";
import { getMails } from "@/lib/queries/mails";

export const metadata: Metadata = { title: "Alerts" };

export default definePage({
  permission: "settings.manage",
  path: "/settings/alerts",
  async render({ since }) {
    const mails = await getMails({});
    return (
      <>
        <RefreshOn since={since} topics={["mails"]} />
        <PageHeader title="Alerts" lead="Email to your team." />
        {mails.ok ? (
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
            <div className="flex flex-col gap-5">
              <Panel title="Email">
                <MailRoute route={mails.data.route} />
              </Panel>
              <Panel title="Previews" lead="Each opens in a new tab, with sample data." isFlush>
                <MailPreviews subjects={mails.data.subjects} />
              </Panel>
            </div>
            <Panel title="Sent email" lead="The last 100 of 30 days." isFlush>
              <MailList mails={mails.data.mails} />
            </Panel>
          </div>
        ) : (
          <ErrorState error={mails.error} />
        )}
      </>
    );
  },
});
