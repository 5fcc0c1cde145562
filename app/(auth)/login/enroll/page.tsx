import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { SignOutButton } from "@/components/auth/sign-out-button";
import { AddAuthenticatorButton } from "@/components/security/add-authenticator-button";
import { AddPasskeyButton } from "@/components/security/add-passkey-button";
import { ConfirmIdentity } from "@/components/security/confirm-identity";
import { currentActor, currentEnrollee } from "@/lib/auth/actor";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { describeBrowser } from "@/lib/domain/people/describe-browser";
import { returnPath } from "@/lib/domain/people/return-path";

export const metadata: Metadata = { title: "Add a second factor" };

type EnrollPageProps = { searchParams: Promise<{ next?: string | string[] }> };

/** The only page that opens for a person who lacks a required second factor. */
export default async function EnrollPage({ searchParams }: EnrollPageProps) {
  const next = returnPath((await searchParams).next);
  if (await currentActor()) redirect(next);
  const person = await currentEnrollee();
  if (!person) redirect(`/login?next=${encodeURIComponent(next)}`);
  const site = passkeySite();
  const suggestedName = describeBrowser((await headers()).get("user-agent"));
  return (
    <>
      <h1 className="mt-8 mb-2 text-title font-semibold">Add a second factor</h1>
      <p className="mb-6 text-ink-2">
        Your role requires a second factor. Add one to continue as {person.email}.
      </p>
      <div className="flex flex-col gap-3">
        {site.works && <AddPasskeyButton origin={site.origin} suggestedName={suggestedName} next={next} />}
        <AddAuthenticatorButton next={next} />
        <SignOutButton />
      </div>
      {!site.works && <p className="mt-4 text-small text-ink-2">{site.reason}</p>}
      <ConfirmIdentity />
    </>
  );
}
