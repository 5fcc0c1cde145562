import type { Metadata } from "next";
import { LinkAccountButton } from "@/components/auth/link-account-button";
import { WelcomeForm } from "@/components/auth/welcome-form";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { findLink } from "@/lib/auth/one-time-links";
import { findPasswordPermission, isBreakGlass } from "@/lib/auth/password-rule";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Set a password", referrer: "no-referrer" };

export default async function WelcomePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await findLink(token);
  if (!link) {
    return (
      <>
        <h1 className="mt-8 mb-2 text-title font-semibold">This link no longer works</h1>
        <p className="mb-6 text-ink-2">
          The link was already used, has expired, or was replaced by a newer one. Ask an admin for a new link.
        </p>
        <div>
          <LinkButton href="/login">Sign in</LinkButton>
        </div>
      </>
    );
  }
  const { person, purpose } = link;
  const mayHavePassword = await findPasswordPermission(person);
  const provider = isBreakGlass(person.email) ? null : (env().singleSignOn?.name ?? null);
  const title = mayHavePassword ? "Set a new password" : "Sign in";
  return (
    <>
      <h1 className="mt-8 mb-2 text-title font-semibold">
        {purpose === "invite" ? `Welcome, ${person.name}` : title}
      </h1>
      {provider && (
        <>
          <p className="mb-6 text-ink-2">
            Link {person.email} to your account at {provider}. From then on, you sign in there, and your role
            comes from there.
          </p>
          <LinkAccountButton token={token} provider={provider} />
        </>
      )}
      {!mayHavePassword && !provider && (
        <p className="text-ink-2">
          This is the emergency account, which must be an admin. Ask an admin to change its role.
        </p>
      )}
      {mayHavePassword && (
        <>
          <p className={provider ? "my-6 border-line border-t pt-6 text-ink-2" : "mb-6 text-ink-2"}>
            {provider ? "Or set" : "Set"} a password for {person.email}.{" "}
            {purpose === "reset" && "You’ll be signed out of every session."}
          </p>
          <WelcomeForm token={token} email={person.email} />
        </>
      )}
    </>
  );
}
