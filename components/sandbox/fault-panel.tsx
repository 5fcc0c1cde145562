"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
import { addFault } from "@/lib/actions/add-fault";
import { clearFaults } from "@/lib/actions/clear-faults";
import { fieldMessage } from "@/lib/client/field-message";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import { type ActiveFault, FAULT_CALLS, FAULT_KINDS, FaultChoice } from "@/lib/domain/settings/sandbox";
import { ActiveItems } from "./active-items";
import { AddAndClear } from "./add-and-clear";

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
          <Select {...form.register("call")} defaultValue={DEFAULTS.call} options={optionsOf(FAULT_CALLS)} />
        </Field>
        <Field label="Behavior">
          <Select {...form.register("kind")} options={optionsOf(FAULT_KINDS)} />
        </Field>
        <div className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)] gap-3">
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
        <AddAndClear
          label="Add fault"
          adding={adding}
          clearing={clearing}
          hasAny={faults.length > 0}
          onClear={() => void clear()}
        />
      </form>
      <ActiveItems
        label="Active faults"
        items={faults.map(({ id, method, path, type, times }) => ({
          id,
          name: <span className="font-mono text-small">{[method ?? "any", path ?? "call"].join(" ")}</span>,
          detail: `${type}, ${countOf(times, "call")} left`,
        }))}
        none="No active faults. The issuer is working normally."
      />
    </div>
  );
}

function optionsOf(choices: Record<string, { label: string }>) {
  return Object.entries(choices).map(([value, { label }]) => ({ value, label }));
}
