import type { ComponentProps, ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { AuditTable } from "@/components/audit/audit-table";
import { ReportsTable } from "@/components/reports/reports-table";
import { DateTime } from "@/components/ui/values/date-time";
import { WebhooksTable } from "@/components/webhooks/webhooks-table";
import { DEFAULT_TABLE_PREFERENCES } from "@/lib/client/table-preferences";
import { TimeZoneOverride } from "@/lib/client/time-zone";
import { auditView } from "@/lib/url/audit-view";
import { reportsView } from "@/lib/url/reports-view";
import { webhooksView } from "@/lib/url/webhooks-view";
import { renderWithRouter } from "@/testing/render-with-router";

const AT = "2026-11-16T21:28:00.000Z";

function textOf(shown: ReactNode): string {
  const markup = renderWithRouter(<TimeZoneOverride timeZone="Europe/Berlin">{shown}</TimeZoneOverride>);
  return markup.replaceAll(/<[^>]*>/g, " ");
}

const list = { error: null, preferences: DEFAULT_TABLE_PREFERENCES, olderHref: null, newestHref: null };
const auditRow = { seq: 1, action: "card.freeze", outcome: "succeeded", actor: "Ada", at: AT };
const reportRow = { id: "r-1", type: "daily", date: "2026-11-15", state: "captured", createdAt: AT };
const delivery = { id: "d-1", eventId: "e-1", verdict: "accepted", effect: null, bytes: 1, receivedAt: AT };

describe("the time zone", () => {
  it("is shown with a time outside a table", () => {
    expect(textOf(<DateTime value={AT} />)).toContain("22:28 UTC+1");
  });

  it.each([
    [
      "Time",
      <AuditTable
        key="audit"
        {...list}
        rows={[auditRow] as unknown as ComponentProps<typeof AuditTable>["rows"]}
        targetMatch={null}
        view={auditView.defaults}
        defaults={auditView.defaults}
        people={[]}
        actions={[]}
      />,
    ],
    [
      "Requested",
      <ReportsTable
        key="reports"
        {...list}
        rows={[reportRow] as unknown as ComponentProps<typeof ReportsTable>["rows"]}
        view={reportsView.defaults}
        defaults={reportsView.defaults}
        requesters={[]}
        canRequest
      />,
    ],
    [
      "Received",
      <WebhooksTable
        key="webhooks"
        {...list}
        rows={[delivery] as unknown as ComponentProps<typeof WebhooksTable>["rows"]}
        view={webhooksView.defaults}
        defaults={webhooksView.defaults}
      />,
    ],
  ])("is shown in the header of %s, and above the list on phones, which has no headers", (header, table) => {
    const text = textOf(table).replaceAll(/\s+/g, " ");
    expect(text).toContain(`${header} Berlin time`);
    expect(text).toContain(`${header}: Berlin time`);
  });
});
