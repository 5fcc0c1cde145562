"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type Tab = { id: string; name: ReactNode; content: ReactNode };

/** Views of one thing that need no address of their own. Where they do, use `LinkTabs`. */
export function Tabs({
  label,
  tabs,
  defaultId,
}: {
  label: string;
  tabs: readonly Tab[];
  defaultId?: string;
}) {
  return (
    <Base.Root defaultValue={defaultId ?? tabs[0]?.id}>
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map(({ id, name }) => (
          <Base.Tab
            key={id}
            value={id}
            className="h-9 whitespace-nowrap rounded-t-control px-2.5 text-ink-2 transition-colors duration-quick hover:text-ink focus-visible:-outline-offset-2 data-active:font-medium data-active:text-ink"
          >
            {name}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-[-1px] left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-accent transition-[left,width] duration-calm ease-settle" />
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className="pt-4 outline-offset-4">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
