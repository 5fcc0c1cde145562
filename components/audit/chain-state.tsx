"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/buttons/button";
import { Callout } from "@/components/ui/messages/callout";
import { ShapeMark } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import { verifyAudit } from "@/lib/actions/verify-audit";
import { getJson } from "@/lib/client/request";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { formatAge } from "@/lib/domain/cards/describe-index";
import { formatCount } from "@/lib/domain/money/numbers";
import type { ChainVerification } from "@/lib/domain/people/audit-log";

export type Chain = ChainVerification & { now: string };

const POLL_INTERVAL_MS = 15_000;
const VERIFYING_POLL_INTERVAL_MS = 1_000;

/** The result of the last background verification; `initial` is the page's reading, if it succeeded. */
export function ChainState({ initial }: { initial: Chain | undefined }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["audit-chain"],
    queryFn: ({ signal }) => getJson<Chain>("/api/audit/chain", signal),
    initialData: initial,
    // The router may show a page again that it has kept for minutes.
    initialDataUpdatedAt: () => initial && Date.parse(initial.now),
    refetchInterval: ({ state }) => (isVerifying(state.data) ? VERIFYING_POLL_INTERVAL_MS : POLL_INTERVAL_MS),
  });
  const verification = useAction(verifyAudit);

  async function verify() {
    const result = await verification.send({});
    if (!result.ok) toast({ title: "Verification didn’t start", detail: result.error.message, tone: "bad" });
    await refetch();
  }

  if (data?.why) {
    return (
      <Callout tone="bad" title="The audit log was altered" isAnnounced className="mb-4">
        {data.why} The log was changed outside this dashboard. Restore it from a backup and find out who had
        access to the database.
      </Callout>
    );
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-1.5 text-ink-2">
      <p className="flex min-w-0 items-baseline gap-1.5">
        {data?.checkedAt && <ShapeMark shape="check" className="ml-0 text-good" />}
        <span className="min-w-0">
          {data && <ChainText chain={data} />}
          {!data && !error && "Loading the last verification…"}
          {error && "Couldn’t load the last verification."}
        </span>
      </p>
      {data && (
        <Button
          tone="ghost"
          size="small"
          busy={verification.isBusy || data.isFullCheckRunning}
          onClick={() => void verify()}
        >
          Verify all entries
        </Button>
      )}
    </div>
  );
}

function isVerifying(chain: Chain | undefined): boolean {
  return chain !== undefined && (chain.checkedAt === null || chain.isFullCheckRunning);
}

function ChainText({ chain }: { chain: Chain }) {
  const { rows, newerRows, checkedAt, fullyCheckedAt, now } = chain;
  if (checkedAt === null) return "Not verified yet. The first check runs within a minute.";
  const ageSeconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(checkedAt)) / 1000));
  return (
    <>
      Verified through entry {formatCount(rows)}, {formatAge(ageSeconds)}.
      {newerRows > 0 &&
        ` ${formatCount(newerRows)} newer ${newerRows === 1 ? "entry" : "entries"} will be verified within a minute.`}
      {fullyCheckedAt && (
        <>
          {" "}
          Last full verification: <DateTime value={fullyCheckedAt} style="full" />.
        </>
      )}
    </>
  );
}
