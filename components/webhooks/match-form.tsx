"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { matchWebhook } from "@/lib/actions/match-webhook";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import type { DeliveryDetail } from "@/lib/domain/webhook-delivery";

type MatchFormProps = Pick<DeliveryDetail, "candidates"> & { deliveryId: string };

/** Lets a person match a delivery to an open report request. */
export function MatchForm({ deliveryId, candidates }: MatchFormProps) {
  const [reportId, setReportId] = useState("");
  const { send, isBusy } = useAction(matchWebhook);
  const refresh = useRefresh();

  async function match() {
    const result = await send({ deliveryId, reportId });
    if (result.ok)
      toast({ title: "Delivery matched", detail: "We’re downloading the report file.", tone: "good" });
    else toast({ title: "Couldn’t match the delivery", detail: result.error.message, tone: "bad" });
    refresh();
  }

  if (candidates.length === 0)
    return <p className="text-small text-ink-2">No report requests are waiting for a file.</p>;
  return (
    <div className="flex items-end gap-2">
      <Field label="Report request" className="flex-1">
        <Select
          value={reportId}
          onChange={(event) => setReportId(event.target.value)}
          placeholder="Choose a request"
          options={candidates.map(({ id, type, date, person }) => ({
            value: id,
            label: `${reportName(type)}, ${formatPeriod(type, date)}, ${person}`,
          }))}
        />
      </Field>
      <Button
        tone="primary"
        busy={isBusy}
        unavailable={reportId === "" ? "Choose a request first." : undefined}
        onClick={() => void match()}
      >
        Match
      </Button>
    </div>
  );
}
