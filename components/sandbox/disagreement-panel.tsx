"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
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
import { ActiveItems } from "./active-items";
import { AddAndClear } from "./add-and-clear";

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
        <AddAndClear
          label="Add disagreement"
          adding={adding}
          clearing={clearing}
          hasAny={disagreements.length > 0}
          onClear={() => void clear()}
        />
      </form>
      <ActiveItems
        label="Active disagreements"
        items={disagreements.map(({ id, kind, type, day, changes }) => ({
          id,
          name: DISAGREEMENT_KINDS[kind].label,
          detail: `${reportName(type)}, ${day ? `${formatPeriod(type, day)}, ${countOf(changes, "change")}` : "next file"}`,
        }))}
        none="No active disagreements. Report files are correct."
      />
    </div>
  );
}
