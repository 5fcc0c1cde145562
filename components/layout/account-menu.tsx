"use client";

import CircleUser from "lucide-react/icons/circle-user-round";
import LogOut from "lucide-react/icons/log-out";
import { useTransition } from "react";
import { Menu } from "@/components/ui/popups/menu";
import type { MenuItem } from "@/components/ui/popups/menu-item";
import { Avatar } from "@/components/ui/values/avatar";
import { parseTheme, THEMES } from "@/lib/client/preferences";
import { useTheme } from "@/lib/client/theme";
import { localTimeZone, useTimeZone } from "@/lib/client/time-zone";

export type Person = { name: string; email: string; role: string };

type AccountMenuProps = {
  person: Person;
  /** Absent if the role has no profile page. */
  profileHref?: string | undefined;
  signOut: () => Promise<void>;
};

const THEME_NAMES = { system: "System", light: "Light", dark: "Dark" } as const;

export function AccountMenu({ person, profileHref, signOut }: AccountMenuProps) {
  const [theme, chooseTheme] = useTheme();
  const { timeZone, chooseTimeZone } = useTimeZone();
  const [isSigningOut, startSigningOut] = useTransition();

  const items: MenuItem[] = [
    { kind: "note", id: "person", content: <PersonDetails person={person} /> },
    { kind: "separator", id: "after-person" },
    {
      kind: "choice",
      label: "Theme",
      value: theme,
      options: THEMES.map((value) => ({ value, label: THEME_NAMES[value] })),
      onChange: (value) => chooseTheme(parseTheme(value)),
    },
    { kind: "separator", id: "after-theme" },
    {
      kind: "choice",
      label: "Time zone",
      value: timeZone === "UTC" ? "utc" : "local",
      options: [
        { value: "utc", label: "UTC" },
        { value: "local", label: "Local time", detail: <LocalZoneName /> },
      ],
      onChange: (value) => chooseTimeZone(value === "local" ? "local" : "utc"),
    },
    { kind: "separator", id: "after-zone" },
    ...(profileHref
      ? [{ kind: "link", label: "Profile", href: profileHref, icon: <CircleUser /> } as const]
      : []),
    { label: "Sign out", icon: <LogOut />, onSelect: () => startSigningOut(signOut) },
  ];

  return (
    <Menu
      label="Account"
      align="end"
      items={items}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={`Account: ${person.name}`}
          aria-busy={isSigningOut || undefined}
          data-tip={person.name}
          className="grid size-8 place-items-center rounded-full transition-colors duration-quick hover:bg-hover aria-expanded:bg-press touch:size-10"
        >
          <Avatar name={person.name} />
        </button>
      )}
    />
  );
}

function PersonDetails({ person }: { person: Person }) {
  return (
    <div className="min-w-48">
      <p className="truncate font-medium">{person.name}</p>
      <p className="truncate text-small text-ink-2">{person.email}</p>
      <p className="mt-0.5 text-small text-ink-3 first-letter:uppercase">{person.role}</p>
    </div>
  );
}

/** Rendered only in the open menu, because only the browser knows its time zone. */
function LocalZoneName() {
  return localTimeZone().split("/").at(-1)?.replaceAll("_", " ");
}
