"use client";

import Ellipsis from "lucide-react/icons/ellipsis";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { useRovingTabIndex } from "@/components/ui/roving";

/** What can be done with a row, without opening it. */
export function RowMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const tabIndex = useRovingTabIndex();
  return (
    <Menu
      label={label}
      align="end"
      items={items}
      trigger={(props) => (
        <IconButton {...props} label={label} size="small" tabIndex={tabIndex}>
          <Ellipsis className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    />
  );
}
