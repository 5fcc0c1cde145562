import type { Metadata } from "next";
import { WelcomeForm } from "@/components/auth/welcome-form";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { findLink } from "@/lib/auth/one-time-links";

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
  return (
    <>
      <h1 className="mt-8 mb-2 text-title font-semibold">
        {link.purpose === "invite" ? `Welcome, ${link.person.name}` : "Set a new password"}
      </h1>
      <p className="mb-6 text-ink-2">
        Set a password for {link.person.email}.{" "}
        {link.purpose === "reset" && "You’ll be signed out of every session."}
      </p>
      <WelcomeForm token={token} email={link.person.email} />
    </>
  );
}
