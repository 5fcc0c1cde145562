import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { ClockPanel } from "@/components/sandbox/clock-panel";
import { DisagreementPanel } from "@/components/sandbox/disagreement-panel";
import { FaultPanel } from "@/components/sandbox/fault-panel";
import { PurchasePanel } from "@/components/sandbox/purchase-panel";
import { RecentTransactions } from "@/components/sandbox/recent-transactions";
import { RecordingPanel } from "@/components/sandbox/recording-panel";
import { ResetButton } from "@/components/sandbox/reset-button";
import { StoryPanel } from "@/components/sandbox/story-panel";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { countOf } from "@/lib/domain/money/numbers";
import { env } from "@/lib/env";
import { definePage } from "@/lib/queries/define-page";
import { getSandboxRecords, getSandboxState, getSandboxStories } from "@/lib/queries/sandbox";

export const metadata: Metadata = { title: "Sandbox" };

export default definePage({
  permission: "sandbox.use",
  path: "/sandbox",
  async render({ since }) {
    if (env().mode !== "sandbox") notFound();
    const [state, records, stories] = await Promise.all([
      getSandboxState({}),
      getSandboxRecords({}),
      getSandboxStories({}),
    ]);
    return (
      <>
        <RefreshOn since={since} topics={["issuer", "cards", "transactions"]} />
        <PageHeader
          title="Sandbox"
          lead={
            state.ok &&
            `${countOf(state.data.cards, "card")} and ${countOf(state.data.transactions, "transaction")}, all simulated.`
          }
          actions={<ResetButton />}
        />
        {!state.ok && <ErrorState error={state.error} />}
        {!records.ok && <ErrorState error={records.error} />}
        {state.ok && records.ok && (
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-5">
              <Panel title="Purchase">
                {/* New data makes the chosen card and the last decision meaningless. */}
                <PurchasePanel key={state.data.replacedAt} cards={records.data.cards} />
              </Panel>
              {!stories.ok && <ErrorState error={stories.error} />}
              {stories.ok && (
                <>
                  <Panel
                    title="Stories"
                    lead="Play a course of events, such as a breach or an outage, from the list or from a file."
                  >
                    <StoryPanel stories={stories.data.stories} told={stories.data.told} />
                  </Panel>
                  <Panel title="Recording" lead="Record what you do here as a story, to play it again.">
                    <RecordingPanel recording={stories.data.recording} />
                  </Panel>
                </>
              )}
              <Panel
                title="Recent transactions"
                lead="Pending transactions can be cleared or reversed. Cleared transactions can be refunded."
                isFlush
              >
                <RecentTransactions transactions={records.data.transactions} />
              </Panel>
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <Panel title="Issuer clock">
                <ClockPanel clock={state.data.clock} />
              </Panel>
              <Panel title="Faults" lead="Simulate issuer failures for the next matching calls.">
                <FaultPanel faults={state.data.faults} />
              </Panel>
              <Panel
                title="Report disagreements"
                lead="Make a report file disagree with the transactions, to test the reconciliation."
              >
                <DisagreementPanel disagreements={state.data.disagreements} />
              </Panel>
            </div>
          </div>
        )}
      </>
    );
  },
});
