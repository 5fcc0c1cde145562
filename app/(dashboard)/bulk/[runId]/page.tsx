import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CardPageApprovals } from "@/components/approvals/card-page-approvals";
import { ExportButton } from "@/components/data-table/export-button";
import { LogPagination } from "@/components/data-table/log-pagination";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { IssuePlan } from "@/components/runs/issue-plan";
import { PlanWarnings } from "@/components/runs/plan-warnings";
import { RunActions } from "@/components/runs/run-actions";
import { RunBadge } from "@/components/runs/run-badges";
import { RunItems } from "@/components/runs/run-items";
import { RunProgress } from "@/components/runs/run-progress";
import { runTitle, skippedText, timeText } from "@/components/runs/run-text";
import { SkippedNote } from "@/components/runs/skipped-note";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import type { ApprovalNeed, ApprovalNeeds } from "@/lib/domain/approvals/policies";
import { formatCount } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import { countWarned } from "@/lib/domain/runs/issue-warnings";
import { ITEM_STATES, type ItemState, PLANNED, type Run } from "@/lib/domain/runs/run";
import { getApprovalNeeds, getRunApproval } from "@/lib/queries/approvals";
import { definePage } from "@/lib/queries/define-page";
import { getRun } from "@/lib/queries/runs";
import { runFileName, runView } from "@/lib/url/run-view";

export const metadata: Metadata = { title: "Bulk run" };

/** A run changes several cards per second. */
const MIN_REFRESH_INTERVAL_MS = 1_000;

export default definePage({
  permission: "bulk.freeze",
  path: "/bulk/[runId]",
  async render({ actor, params, searchParams, since }) {
    const { state, after } = runView.parse(searchParams);
    const runId = params.runId ?? "";
    const found = await getRun({ runId, state, after: Number(after) || 0 });
    if (!found.ok && (found.error.code === "not-found" || found.error.code === "invalid")) notFound();
    if (!found.ok) return <ErrorState error={found.error} />;
    const { run, skips, warnings, designNames, items, next, currency, canExport, ...options } = found.data;
    const skipped = skippedText(run.counts.total, skips);
    const canRequest = can(actor.role, "approvals.read");
    const isGoverned = (run.kind === "block" || run.kind === "issue") && run.state === "planned";
    const [needs, approval] = await Promise.all([
      isGoverned && canRequest ? getApprovalNeeds({}) : null,
      run.requestId ? getRunApproval({ requestId: run.requestId }) : null,
    ]);
    const href = (view: Parameters<typeof runView.href>[1]) => runView.href(`/bulk/${runId}`, view);
    const plan = run.state === "planned" ? PLANNED[run.kind] : null;
    const states = (Object.keys(ITEM_STATES) as ItemState[]).filter((item) => run.counts[item] > 0);
    return (
      <>
        <RefreshOn
          since={since}
          // Other runs can undo this one, and colleagues change its cards.
          topics={[`run:${runId}`, "runs", "cards", ...(isGoverned ? ["approvals"] : [])]}
          minIntervalMs={MIN_REFRESH_INTERVAL_MS}
        />
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/bulk", name: "Bulk runs" }]} />}
          title={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {runTitle(run.kind, run.counts)}
              <RunBadge run={run} />
            </span>
          }
          lead={<Lead run={run} />}
          actions={
            <>
              <RunActions
                run={run}
                skipped={skipped}
                warned={countWarned(warnings)}
                misassigned={countWarned(warnings.filter(({ isAboutCustomer }) => isAboutCustomer))}
                need={findNeed(run, needs?.ok ? needs.data : {})}
                {...options}
              />
              {canExport && run.state !== "planned" && (
                <ExportButton
                  href={`/api/bulk/${runId}/export`}
                  fileName={runFileName(run)}
                  total={run.counts.total}
                  label="Download result"
                />
              )}
            </>
          }
        />
        {run.state === "planned" && run.summary && run.counts.waiting > 0 && (
          <IssuePlan
            summary={run.summary}
            currency={currency}
            time={timeText(run.counts.waiting, options.cardsPerSecond)}
          />
        )}
        <PlanWarnings warnings={warnings} cards={run.counts.waiting} />
        {run.state === "planned" && run.counts.waiting === 0 && (
          <Callout tone="neutral" className="mb-4">
            {run.kind === "issue" ? "No card would be issued." : "No card would be changed."} The reasons are
            below.
          </Callout>
        )}
        {run.state !== "planned" && <RunProgress run={run} cardsPerSecond={options.cardsPerSecond} />}
        <SkippedNote text={skipped} className="mb-4" />
        {run.kind === "block" && (
          <Callout tone="neutral" className="mb-4">
            A blocked card can’t be unblocked, so this run can’t be undone. Reason: {run.reason}.
          </Callout>
        )}
        {approval?.ok && approval.data && (
          <div className="mb-4">
            <CardPageApprovals requests={[approval.data]} canOpen={canRequest} />
          </div>
        )}
        <div className="mb-4">
          <LinkTabs
            label="Cards by result"
            tabs={[
              { href: href({}), name: `All ${formatCount(run.counts.total)}`, isCurrent: state === null },
              ...states.map((item) => ({
                href: href({ state: item }),
                name: `${plan && item === "waiting" ? plan : ITEM_STATES[item]} ${formatCount(run.counts[item])}`,
                isCurrent: state === item,
              })),
            ]}
          />
        </div>
        <Panel isFlush>
          <RunItems
            items={items}
            plan={plan}
            hasCards={run.kind !== "issue" || plan === null}
            warnings={warnings}
            designNames={designNames}
            currency={currency}
          />
        </Panel>
        <div className="mt-4">
          <LogPagination
            olderHref={next === null ? null : href({ state, after: String(next) })}
            newestHref={after === null ? null : href({ state })}
            names={{ older: "Next", newest: "First" }}
          />
        </div>
      </>
    );
  },
});

/** A second person is needed for a run as for one of its cards. */
function findNeed({ kind, summary }: Run, { block, issue }: ApprovalNeeds): ApprovalNeed | undefined {
  if (kind === "block") return block;
  return kind === "issue" && (summary?.highestLimit ?? 0) > (issue?.threshold ?? 0) ? issue : undefined;
}

function Lead({ run: { scope, person, createdAt, startedAt, undoOf, undoneBy } }: { run: Run }) {
  return (
    <>
      {scope}. {startedAt ? `Started by ${person}` : `Planned by ${person}`},{" "}
      <DateTime value={startedAt ?? createdAt} style="full" />.
      {undoOf && (
        <>
          {" "}
          <IntentLink href={`/bulk/${undoOf}`} className="text-accent hover:underline">
            Run that it undoes
          </IntentLink>
        </>
      )}
      {undoneBy.map((id) => (
        <span key={id}>
          {" "}
          <IntentLink href={`/bulk/${id}`} className="text-accent hover:underline">
            Run that undoes it
          </IntentLink>
        </span>
      ))}
    </>
  );
}
