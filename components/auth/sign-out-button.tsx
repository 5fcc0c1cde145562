"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { signOut } from "@/lib/client/sign-out";

export function SignOutButton() {
  const [isBusy, setIsBusy] = useState(false);

  async function click() {
    setIsBusy(true);
    // Navigates away; returns only on failure.
    await signOut();
    setIsBusy(false);
  }

  return (
    <Button tone="ghost" busy={isBusy} onClick={() => void click()}>
      Sign out
    </Button>
  );
}
