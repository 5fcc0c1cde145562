"use client";

import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu } from "@/components/ui/popups/menu";
import type { MenuItem } from "@/components/ui/popups/menu-item";
import { isColumnShown, type TablePreferences } from "@/lib/client/table-preferences";

type ColumnMenuProps = {
  columns: readonly { id: string; header: string; isHiddenByDefault?: boolean }[];
  preferences: TablePreferences;
  onChange: (preferences: TablePreferences) => void;
};

export function ColumnMenu({ columns, preferences, onChange }: ColumnMenuProps) {
  const items: MenuItem[] = [
    {
      kind: "choice",
      label: "Density",
      value: preferences.density,
      options: [
        { value: "normal", label: "Comfortable" },
        { value: "tight", label: "Compact" },
      ],
      onChange: (value) => onChange({ ...preferences, density: value === "tight" ? "tight" : "normal" }),
    },
    { kind: "separator", id: "after-rows" },
    { kind: "heading", id: "columns", label: "Columns" },
    ...columns.map(
      (column): MenuItem => ({
        kind: "check",
        label: column.header,
        isOn: isColumnShown(column, preferences),
        onChange: (isOn) =>
          onChange({ ...preferences, columns: { ...preferences.columns, [column.id]: isOn } }),
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
