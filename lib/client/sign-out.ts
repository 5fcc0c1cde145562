import { leaveSignedOut } from "./session-end";
import { toast } from "./toast";

export async function signOut(): Promise<void> {
  const response = await fetch("/api/sign-out", { method: "POST" }).catch(() => null);
  if (response?.ok) leaveSignedOut();
  else toast({ title: "Couldn’t sign out. Try again.", tone: "bad" });
}
