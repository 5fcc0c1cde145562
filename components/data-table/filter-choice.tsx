"use client";

import { Chip } from "@/components/ui/chip";
import { Menu } from "@/components/ui/menu";

type Option = { value: string; label: string; detail?: string };

type FilterChoiceProps<Value extends string> = {
  name: string;
  value: Value | null;
  options: readonly (Option & { value: Value })[];
  onChange: (value: Value | null) => void;
};

const ANY = "";

/** One of a few, or any. */
export function FilterChoice<Value extends string>({
  name,
  value,
  options,
  onChange,
}: FilterChoiceProps<Value>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu
      label={name}
      items={[
        {
          kind: "choice",
          label: name,
          value: chosen?.value ?? ANY,
          options: [{ value: ANY, label: "Any" }, ...options],
          onChange: (next) => onChange(options.find((option) => option.value === next)?.value ?? null),
        },
      ]}
      trigger={(props) => (
        <Chip {...props} name={name} value={chosen?.label ?? "any"} isOn={chosen !== undefined} />
      )}
    />
  );
}

type FilterChoicesProps<Value extends string> = {
  name: string;
  values: readonly Value[];
  options: readonly (Option & { value: Value })[];
  onChange: (values: readonly Value[]) => void;
};

/** Several of a few; none is any. */
export function FilterChoices<Value extends string>({
  name,
  values,
  options,
  onChange,
}: FilterChoicesProps<Value>) {
  const chosen = options.filter(({ value }) => values.includes(value));
  return (
    <Menu
      label={name}
      items={options.map(({ value, label }) => ({
        kind: "check",
        label,
        isOn: values.includes(value),
        onChange: (isOn) => onChange(isOn ? [...values, value] : values.filter((other) => other !== value)),
      }))}
      trigger={(props) => <Chip {...props} name={name} value={wordsOf(chosen)} isOn={chosen.length > 0} />}
    />
  );
}

function wordsOf(chosen: readonly Option[]): string {
  if (chosen.length === 0) return "any";
  return chosen.length <= 2 ? chosen.map(({ label }) => label).join(", ") : `${chosen.length} chosen`;
}
