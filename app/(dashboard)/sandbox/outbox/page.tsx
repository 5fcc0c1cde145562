import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { Outbox } from "@/components/mail/outbox";
import { ErrorState } from "@/components/ui/messages/error-state";
import { env } from "@/lib/env";
import { definePage } from "@/lib/queries/define-page";
import { getOutbox } from "@/lib/queries/mails";

export const metadata: Metadata = { title: "Outbox" };

export default definePage({
  permission: "sandbox.use",
  path: "/sandbox/outbox",
  async render({ since }) {
    if (env().mode !== "sandbox") notFound();
    const mails = await getOutbox({});
    return (
      <>
        <RefreshOn since={since} topics={["outbox"]} />
        <PageHeader title="Outbox" lead="Email that the sandbox caught instead of sending it." />
        {mails.ok ? <Outbox mails={mails.data} /> : <ErrorState error={mails.error} />}
      </>
    );
  },
});
