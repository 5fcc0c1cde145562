"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Dialog } from "@/components/ui/popups/dialog";
import { Kbd } from "@/components/ui/values/kbd";
import { type Shortcut, useRegisteredShortcuts } from "@/lib/client/shortcuts";

/** Lists the shortcuts of the current page. */
export default function ShortcutsDialog({ open, onClose }: OpenDialog) {
  const groups = groupShortcuts(useRegisteredShortcuts());
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Available whenever you’re not typing."
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
        {groups.map(([name, shortcuts]) => (
          <section key={name} aria-label={name}>
            <h3 className="mb-1 text-small font-medium text-ink-3">{name}</h3>
            <dl>
              {shortcuts.map(({ keys, label }) => (
                <div
                  key={keys}
                  className="flex items-center justify-between gap-4 border-line border-b py-1.5 last:border-0"
                >
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function groupShortcuts(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Map<string, Shortcut>>();
  for (const shortcut of shortcuts) {
    const group = groups.get(shortcut.group) ?? new Map<string, Shortcut>();
    groups.set(shortcut.group, group.set(shortcut.keys, shortcut));
  }
  return [...groups].map(([name, byKeys]) => [name, [...byKeys.values()]]);
}
