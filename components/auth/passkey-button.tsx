"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/buttons/button";

type PasskeyButtonProps = {
  purpose: "sign-in" | "confirm";
  /** The address for which passkeys are made. */
  origin: string;
  next: string;
  children: ReactNode;
};

export function PasskeyButton({ purpose, origin, next, children }: PasskeyButtonProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function run(): Promise<string | null> {
    if (window.location.origin !== origin) return `Open ${origin} to use a passkey.`;
    const { confirmWithPasskey, signInWithPasskey } = await import("@/lib/client/passkeys");
    return purpose === "sign-in" ? signInWithPasskey() : confirmWithPasskey();
  }

  async function click() {
    setIsBusy(true);
    setError(null);
    const message = await run().catch(
      () => "We couldn’t reach Cardwell. Check your connection and try again.",
    );
    // A full page load, so that no data of a previous person stays in memory.
    if (message === null) return window.location.assign(next);
    setIsBusy(false);
    setError(message);
  }

  return (
    <div className="mt-3 flex flex-col gap-1">
      <Button busy={isBusy} onClick={() => void click()}>
        {children}
      </Button>
      <p role="alert" className="text-small text-bad empty:hidden">
        {error}
      </p>
    </div>
  );
}
