"use client";

import { useRouter } from "next/navigation";
import { useShortcut } from "@/lib/client/shortcuts";

type Target = { href: string; name: string; keys: string };

export function NavigationShortcuts({ targets }: { targets: Target[] }) {
  return targets.map((target) => <NavigationShortcut key={target.href} {...target} />);
}

function NavigationShortcut({ href, name, keys }: Target) {
  const router = useRouter();
  useShortcut({ keys, label: name, group: "Go to" }, () => router.push(href));
  return null;
}
