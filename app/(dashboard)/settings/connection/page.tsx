import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { BackgroundWork } from "@/components/settings/background-work";
import { connectionText } from "@/components/settings/connection-text";
import { Copies } from "@/components/settings/copies";
import { IssuerDrift } from "@/components/settings/issuer-drift";
import { LastHour } from "@/components/settings/last-hour";
import { PolicyReports } from "@/components/settings/policy-reports";
import { RestoredCopy } from "@/components/settings/restored-copy";
import { SecretsState } from "@/components/settings/secrets-state";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { DescriptionList } from "@/components/ui/description-list";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import type { IndexedList } from "@/lib/domain/cards/search-results";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { getConnection } from "@/lib/queries/connection";
import { definePage } from "@/lib/queries/define-page";
import { getRestoredCopy } from "@/lib/queries/restored-copy";

function IndexedListFacts({ name, list }: { name: string; list: IndexedList }) {
  return (
    <section aria-label={name}>
      <h3 className="font-medium">{name}</h3>
      <DescriptionList facts={indexFacts(list)} />
    </section>
  );
}

function indexFacts({ known, asOf, verifiedAt, missing }: IndexedList) {
  const formatMoment = (value: string | null) =>
    value ? <DateTime value={value} style="full" /> : "Not yet";
  return [
    { name: "Records", value: formatCount(known) },
    { name: "Last synced", value: formatMoment(asOf) },
    { name: "Last full sync", value: formatMoment(verifiedAt) },
    ...(missing
      ? [
          {
            name: "No longer listed",
            value: (
              <>
                {countOf(missing.records, "record")} not listed by the issuer since{" "}
                {formatMoment(missing.since)}. We keep them until we’re sure they’re gone.
              </>
            ),
          },
        ]
      : []),
  ];
}

export const metadata: Metadata = { title: "Connection" };

const BREAKER_STYLES = {
  closed: { tone: "good", shape: "dot", label: "Closed" },
  open: { tone: "bad", shape: "barred", label: "Open: paused after repeated failures" },
  "half-open": { tone: "warn", shape: "half", label: "Half-open: trying one call" },
} as const;

export default definePage({
  permission: "settings.manage",
  path: "/settings/connection",
  async render({ since, searchParams }) {
    const connection = await getConnection({});
    if (!connection.ok) return <ErrorState error={connection.error} />;
    const { issuer, webhook, index, database, secrets, queue, work, streams, lastHour } = connection.data;
    const { drift, policyReports } = connection.data;
    const copy = await getRestoredCopy({});
    const breaker = BREAKER_STYLES[issuer.state.breaker];
    return (
      <>
        <RefreshOn since={since} topics={["issuer"]} />
        <PageHeader
          title="Connection"
          lead={connectionText(connection.data)}
          actions={
            <LinkButton href="/settings/connection" prefetch={false}>
              Test connection
            </LinkButton>
          }
        />
        {copy.ok && copy.data && <RestoredCopy />}
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <div className="flex flex-col gap-5">
            <Panel title="Issuer">
              <DescriptionList
                facts={[
                  { name: "URL", value: <CopyableId id={issuer.url} name="issuer URL" isFull /> },
                  { name: "API key", value: <span className="font-mono">••••{issuer.keyLastFour}</span> },
                  {
                    name: "Connection test",
                    value: issuer.probe.ok ? (
                      <Badge tone="good" shape="check">
                        Responded in {issuer.probe.durationMs} ms
                      </Badge>
                    ) : (
                      <Badge tone="bad" shape="cross">
                        Failed
                      </Badge>
                    ),
                  },
                  ...(issuer.probe.ok ? [] : [{ name: "Reason", value: issuer.probe.message }]),
                  {
                    name: "Circuit breaker",
                    value: (
                      <Badge tone={breaker.tone} shape={breaker.shape}>
                        {breaker.label}
                      </Badge>
                    ),
                  },
                  {
                    name: "Last success",
                    value: issuer.state.lastSuccessAt ? (
                      <DateTime value={issuer.state.lastSuccessAt} style="full" />
                    ) : (
                      "None yet"
                    ),
                  },
                  { name: "Timeout", value: `${issuer.timeoutMs / 1000} s` },
                  ...(issuer.state.lastFailure
                    ? [
                        {
                          name: "Last failure",
                          value: <DateTime value={issuer.state.lastFailure.at} style="full" />,
                        },
                        { name: "Message", value: issuer.state.lastFailure.message },
                        {
                          name: "Request ID",
                          value: <CopyableId id={issuer.state.lastFailure.requestId} name="request ID" />,
                        },
                      ]
                    : []),
                ]}
              />
            </Panel>
            <Copies copies={lastHour.copies} />
          </div>
          <div className="flex flex-col gap-5">
            <Panel title="Webhooks" lead="Register this URL with the issuer.">
              <DescriptionList
                facts={[
                  { name: "URL", value: <CopyableId id={webhook.url} name="webhook URL" isFull /> },
                  {
                    name: "Verified by",
                    value: webhook.isSigned
                      ? "Signature (Standard Webhooks)"
                      : webhook.hasToken
                        ? "Shared secret header"
                        : "None",
                  },
                ]}
              />
            </Panel>
            <Panel title="Card index" lead="A searchable copy of the issuer’s records.">
              <div className="flex flex-col gap-4">
                <IndexedListFacts name="Cards" list={index.cards} />
                <IndexedListFacts name="Transactions" list={index.transactions} />
              </div>
            </Panel>
            <Panel title="Dashboard">
              <DescriptionList
                facts={[
                  {
                    name: "Database",
                    value: `${database.engine === "pglite" ? "Embedded PostgreSQL" : "PostgreSQL"} ${database.version}`,
                  },
                  { name: "Size", value: `${(database.bytes / 1_048_576).toFixed(1)} MB` },
                  { name: "Secrets", value: <SecretsState {...secrets} /> },
                  {
                    name: "Jobs",
                    value: `${queue.waiting} waiting, ${queue.active} running, ${queue.failed} failed`,
                  },
                  { name: "Connected browsers", value: streams },
                ]}
              />
            </Panel>
          </div>
        </div>
        <div className="mt-5 flex flex-col gap-5">
          <LastHour hour={lastHour} hasTable={searchParams.values === "table"} />
          <IssuerDrift differences={drift} />
          <BackgroundWork work={work} />
          <PolicyReports reports={policyReports} />
        </div>
      </>
    );
  },
});
