import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { LoginForm } from "@/components/auth/login-form";
import { ProviderLink } from "@/components/auth/provider-link";
import { Callout } from "@/components/ui/messages/callout";
import { currentActor, currentEnrollee, currentSessionId } from "@/lib/auth/actor";
import { DEMO_PEOPLE } from "@/lib/auth/people";
import { findPendingPerson } from "@/lib/auth/second-factor/finish-sign-in";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { ABSOLUTE_LIMIT_HOURS, findSessionEnd, type SessionEnd } from "@/lib/auth/sessions";
import { BEGIN_PATH } from "@/lib/auth/single-sign-on/reauthenticate";
import { ROLE_DESCRIPTIONS, ROLES } from "@/lib/domain/people/permissions";
import { returnPath } from "@/lib/domain/people/return-path";
import { IDLE_LIMIT_MINUTES } from "@/lib/domain/people/session-limits";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sign in" };

const SESSION_END_TEXT = {
  disabled: "Your account is disabled. Ask an admin to re-enable it.",
  limit: "You were signed out here because you signed in on too many other devices.",
  admin: "An admin ended your session. Sign in again to continue.",
  revoked: "Your session was ended. Sign in again to continue.",
  idle: `You were signed out after ${IDLE_LIMIT_MINUTES} minutes without activity.`,
  "too-old": `You were signed out after ${ABSOLUTE_LIMIT_HOURS} hours. Sign in again to continue.`,
} as const satisfies Record<SessionEnd, string>;

type LoginPageProps = {
  searchParams: Promise<{ next?: string | string[]; restart?: string; emergency?: string }>;
};

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { next: requested, restart, emergency } = await searchParams;
  const next = returnPath(requested);
  if (await currentActor()) redirect(next);
  if (await currentEnrollee()) redirect(`/login/enroll?next=${encodeURIComponent(next)}`);
  const sessionId = await currentSessionId();
  const isPending =
    sessionId !== null && restart === undefined && (await findPendingPerson(sessionId)) !== null;
  if (isPending) redirect(`/login/confirm?next=${encodeURIComponent(next)}`);
  // Shown only to the browser with the session's cookie, so that strangers learn nothing about an account.
  const sessionEnd = sessionId && (await findSessionEnd(sessionId));
  const site = passkeySite();
  const { mode, singleSignOn, breakGlassEmail } = env();
  const hasForm = breakGlassEmail === null || emergency !== undefined;
  const people = ROLES.map((role) => ({ role, ...DEMO_PEOPLE[role], description: ROLE_DESCRIPTIONS[role] }));
  return (
    <>
      <h1 className="mt-8 mb-6 text-title font-semibold">Sign in</h1>
      {sessionEnd && <Callout className="-mt-2 mb-5">{SESSION_END_TEXT[sessionEnd]}</Callout>}
      {singleSignOn && (
        <div className="flex flex-col">
          <ProviderLink href={`${BEGIN_PATH}?next=${encodeURIComponent(next)}`}>
            Sign in with {singleSignOn.name}
          </ProviderLink>
        </div>
      )}
      {hasForm && singleSignOn && (
        <p className="my-5 border-line border-t pt-5 text-ink-2">
          {breakGlassEmail === null
            ? "Or use your password."
            : "Only the emergency account can use a password."}
        </p>
      )}
      {hasForm ? (
        <LoginForm
          next={next}
          demo={mode === "sandbox" && breakGlassEmail === null ? { people, password: DEMO_PASSWORD } : null}
          passkeyOrigin={site.works ? site.origin : null}
        />
      ) : (
        <p className="mt-6">
          <Link
            href={`/login?emergency=1&next=${encodeURIComponent(next)}`}
            className="rounded-[3px] font-medium text-accent hover:underline"
          >
            Use the emergency account
          </Link>
        </p>
      )}
    </>
  );
}
