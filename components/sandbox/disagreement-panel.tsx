"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { addDisagreement } from "@/lib/actions/add-disagreement";
import { clearDisagreements } from "@/lib/actions/clear-disagreements";
import { fieldMessage } from "@/lib/client/field-message";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import { formatPeriod, REPORT_LABELS, reportName } from "@/lib/domain/reports/report";
import {
  type ActiveDisagreement,
  DISAGREEMENT_KINDS,
  DisagreementRequest,
} from "@/lib/domain/settings/disagreements";

// Also set on the inputs, because they are visible before hydration.
const DEFAULTS = { kind: "missing-row", type: "daily", count: 1 } as const;

/** Makes a report file disagree with the transactions. */
export function DisagreementPanel({ disagreements }: { disagreements: readonly ActiveDisagreement[] }) {
  const adding = useAction(addDisagreement);
  const clearing = useAction(clearDisagreements);
  const refresh = useRefresh();
  const form = useForm({ resolver: zodResolver(DisagreementRequest), defaultValues: DEFAULTS });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (request) => {
    await adding.send(request);
    refresh();
  });

  async function clear() {
    await clearing.send({});
    refresh();
  }

  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field label="Disagreement" error={fieldMessage(errors.kind)}>
          <Select
            {...form.register("kind")}
            options={Object.entries(DISAGREEMENT_KINDS).map(([value, { label }]) => ({ value, label }))}
          />
        </Field>
        <Field label="Report">
          <Select
            {...form.register("type")}
            defaultValue={DEFAULTS.type}
            options={Object.entries(REPORT_LABELS).map(([value, { name }]) => ({ value, label: name }))}
          />
        </Field>
        <div className="grid grid-cols-[minmax(0,5rem)_minmax(0,1fr)] gap-3">
          <Field label="Rows" error={fieldMessage(errors.count)}>
            <TextInput
              {...form.register("count", { valueAsNumber: true })}
              type="number"
              min="1"
              defaultValue={DEFAULTS.count}
            />
          </Field>
          <Field label="Only for date" error={fieldMessage(errors.day)} optional>
            <TextInput {...form.register("day", { setValueAs: (day) => day || undefined })} type="date" />
          </Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={adding.isBusy}>
            Add disagreement
          </Button>
          {disagreements.length > 0 && (
            <Button tone="ghost" busy={clearing.isBusy} onClick={() => void clear()}>
              Clear all
            </Button>
          )}
        </div>
        {adding.error && <ErrorState error={adding.error} isInline />}
        {clearing.error && <ErrorState error={clearing.error} isInline />}
      </form>
      {disagreements.length > 0 ? (
        <ul aria-label="Active disagreements" className="divide-y divide-line border-line border-t">
          {disagreements.map(({ id, kind, type, day, changes }) => (
            <li key={id} className="flex justify-between gap-4 py-1.5">
              <span className="min-w-0 break-words">{DISAGREEMENT_KINDS[kind].label}</span>
              <span className="shrink-0 text-right text-ink-2">
                {reportName(type)},{" "}
                {day ? `${formatPeriod(type, day)}, ${countOf(changes, "change")}` : "next file"}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-small text-ink-2">No active disagreements. Report files are correct.</p>
      )}
    </div>
  );
}
