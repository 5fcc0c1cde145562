"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { addFault } from "@/lib/actions/add-fault";
import { clearFaults } from "@/lib/actions/clear-faults";
import { fieldMessage } from "@/lib/client/field-message";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { type ActiveFault, FAULT_CALLS, FAULT_KINDS, FaultChoice } from "@/lib/domain/settings/sandbox";

// Also set on the inputs, because they are visible before hydration.
const DEFAULTS: FaultChoice = { call: "freeze", kind: "unavailable", times: 1, cardId: "" };

/** Makes the next matching calls to the issuer fail. */
export function FaultPanel({ faults }: { faults: readonly ActiveFault[] }) {
  const adding = useAction(addFault);
  const clearing = useAction(clearFaults);
  const refresh = useRefresh();
  const form = useForm({
    resolver: zodResolver(FaultChoice),
    defaultValues: DEFAULTS,
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (choice) => {
    await adding.send(choice);
    refresh();
  });

  async function clear() {
    await clearing.send({});
    refresh();
  }

  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field label="Call">
          <Select
            {...form.register("call")}
            defaultValue={DEFAULTS.call}
            options={toastOptions(FAULT_CALLS)}
          />
        </Field>
        <Field label="Behavior">
          <Select {...form.register("kind")} options={toastOptions(FAULT_KINDS)} />
        </Field>
        <div className="grid grid-cols-[minmax(0,5rem)_minmax(0,1fr)] gap-3">
          <Field label="Number of calls" error={fieldMessage(errors.times)}>
            <TextInput
              {...form.register("times", { valueAsNumber: true })}
              type="number"
              min="1"
              defaultValue={DEFAULTS.times}
            />
          </Field>
          <Field label="Only for card ID" error={fieldMessage(errors.cardId)} optional>
            <TextInput {...form.register("cardId")} spellCheck={false} mono />
          </Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={adding.isBusy}>
            Add fault
          </Button>
          {faults.length > 0 && (
            <Button tone="ghost" busy={clearing.isBusy} onClick={() => void clear()}>
              Clear all
            </Button>
          )}
        </div>
        {adding.error && <ErrorState error={adding.error} isInline />}
        {clearing.error && <ErrorState error={clearing.error} isInline />}
      </form>
      {faults.length > 0 ? (
        <ul aria-label="Active faults" className="divide-y divide-line border-line border-t">
          {faults.map((fault) => (
            <li key={fault.id} className="flex justify-between gap-4 py-1.5">
              <span className="min-w-0 break-words font-mono text-small">
                {[fault.method ?? "any", fault.path ?? "call"].join(" ")}
              </span>
              <span className="shrink-0 text-ink-2">
                {fault.type}, {fault.times === 1 ? "1 call left" : `${fault.times} calls left`}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-small text-ink-2">No active faults. The issuer is working normally.</p>
      )}
    </div>
  );
}

function toastOptions(choices: Record<string, { label: string }>) {
  return Object.entries(choices).map(([value, { label }]) => ({ value, label }));
}
