import { leaveSignedOut } from "./session-end";
import { toast } from "./toast";

export async function signOut(): Promise<void> {
  const response = await fetch("/api/sign-out", { method: "POST" }).catch(() => null);
  if (response?.ok) {
    const { next }: { next: string | null } = await response.json();
    if (next) window.location.assign(next);
    else leaveSignedOut();
  } else toast({ title: "Couldn’t sign out. Try again.", tone: "bad" });
}
