"use client";

import { Menu } from "@/components/ui/popups/menu";
import { Chip } from "@/components/ui/values/chip";
import type { Field } from "@/lib/client/use-view";

type Option = { value: string; label: string; detail?: string };

type FilterChoiceProps<Value extends string> = Field<Value | null> & {
  name: string;
  options: readonly (Option & { value: Value })[];
};

const ANY = "";

/** A filter with a single choice. */
export function FilterChoice<Value extends string>({
  name,
  value,
  options,
  onChange,
  onIntent,
}: FilterChoiceProps<Value>) {
  const findOption = (candidate: string | null) => options.find((option) => option.value === candidate);
  const chosen = findOption(value);
  return (
    <Menu
      label={name}
      items={[
        {
          kind: "choice",
          label: name,
          value: chosen?.value ?? ANY,
          options: [{ value: ANY, label: "Any" }, ...options],
          onChange: (next) => onChange(findOption(next)?.value ?? null),
          onIntent: (next) => onIntent(findOption(next)?.value ?? null),
        },
      ]}
      trigger={(props) => (
        <Chip {...props} name={name} value={chosen?.label ?? "any"} isOn={chosen !== undefined} />
      )}
    />
  );
}

type FilterChoicesProps<Value extends string> = Field<readonly Value[]> & {
  name: string;
  options: readonly (Option & { value: Value })[];
};

/** A filter with multiple choices. */
export function FilterChoices<Value extends string>({
  name,
  value: values,
  options,
  onChange,
  onIntent,
}: FilterChoicesProps<Value>) {
  const chosen = options.filter(({ value }) => values.includes(value));
  const toggled = (value: Value) =>
    values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return (
    <Menu
      label={name}
      items={options.map(({ value, label }) => ({
        kind: "check",
        label,
        isOn: values.includes(value),
        onChange: () => onChange(toggled(value)),
        onIntent: () => onIntent(toggled(value)),
      }))}
      trigger={(props) => (
        <Chip {...props} name={name} value={selectionText(chosen)} isOn={chosen.length > 0} />
      )}
    />
  );
}

function selectionText(chosen: readonly Option[]): string {
  if (chosen.length === 0) return "any";
  return chosen.length <= 2 ? chosen.map(({ label }) => label).join(", ") : `${chosen.length} selected`;
}
