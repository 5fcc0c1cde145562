"use client";

import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, type MenuItem } from "@/components/ui/menu";
import type { TablePreferences } from "@/lib/client/table-preferences";

type ColumnMenuProps = {
  columns: readonly { id: string; header: string }[];
  hidden: readonly string[];
  density: TablePreferences["density"];
  onChange: (preferences: TablePreferences) => void;
};

export function ColumnMenu({ columns, hidden, density, onChange }: ColumnMenuProps) {
  const items: MenuItem[] = [
    {
      kind: "choice",
      label: "Rows",
      value: density,
      options: [
        { value: "normal", label: "Comfortable" },
        { value: "tight", label: "Compact" },
      ],
      onChange: (value) => onChange({ density: value === "tight" ? "tight" : "normal", hidden }),
    },
    { kind: "separator", id: "after-rows" },
    { kind: "heading", id: "columns", label: "Columns" },
    ...columns.map(
      ({ id, header }): MenuItem => ({
        kind: "check",
        label: header,
        isOn: !hidden.includes(id),
        onChange: (isOn) =>
          onChange({ density, hidden: isOn ? hidden.filter((other) => other !== id) : [...hidden, id] }),
      }),
    ),
  ];
  return (
    <Menu
      label="Table settings"
      align="end"
      items={items}
      trigger={(props) => (
        <IconButton {...props} label="Table settings" tone="plain" className="touch:hidden">
          <SlidersHorizontal strokeWidth={1.75} className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    />
  );
}
