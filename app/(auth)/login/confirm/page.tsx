import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { ConfirmForm } from "@/components/auth/confirm-form";
import { PasskeyButton } from "@/components/auth/passkey-button";
import { currentActor, currentSessionId } from "@/lib/auth/actor";
import { findPendingPerson } from "@/lib/auth/second-factor/finish-sign-in";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { hasPasskey } from "@/lib/auth/second-factor/passkeys";
import { returnPath } from "@/lib/domain/people/return-path";

export const metadata: Metadata = { title: "Confirm sign-in" };

type ConfirmPageProps = { searchParams: Promise<{ next?: string | string[] }> };

export default async function ConfirmPage({ searchParams }: ConfirmPageProps) {
  const next = returnPath((await searchParams).next);
  if (await currentActor()) redirect(next);
  const sessionId = await currentSessionId();
  const person = sessionId && (await findPendingPerson(sessionId));
  if (!person) redirect(`/login?next=${encodeURIComponent(next)}`);
  const site = passkeySite();
  const canUsePasskey = await hasPasskey(person.id);
  return (
    <>
      <h1 className="mt-8 mb-2 text-title font-semibold">Confirm it’s you</h1>
      <p className="mb-6 text-ink-2">Signing in as {person.email}.</p>
      <ConfirmForm next={next} />
      {site.works && canUsePasskey && (
        <PasskeyButton purpose="confirm" origin={site.origin} next={next}>
          Use a passkey
        </PasskeyButton>
      )}
      <p className="mt-4 text-small text-ink-2">
        Lost it? Use a recovery code, or ask an admin to remove it.
      </p>
      <p className="mt-6">
        <Link href="/login?restart" className="rounded-[3px] font-medium text-accent hover:underline">
          Sign in as someone else
        </Link>
      </p>
    </>
  );
}
