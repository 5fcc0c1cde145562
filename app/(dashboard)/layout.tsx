import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { StreamConnection } from "@/components/layout/stream-connection";
import { NotificationBell } from "@/components/notifications/notification-bell";
import { FactorDueBanner } from "@/components/security/factor-due-banner";
import { signOut } from "@/lib/actions/sign-out";
import { currentActor } from "@/lib/auth/actor";
import type { Actor } from "@/lib/auth/sessions";
import { parseTimeZone, TIME_ZONE_COOKIE } from "@/lib/client/preferences";
import { env } from "@/lib/env";
import { getIssuerState } from "@/lib/queries/connection";
import { redirectToSignIn } from "@/lib/queries/define-page";
import { getNotifications } from "@/lib/queries/notifications";
import { readStart } from "@/lib/queries/read-start";
import { getOwnFactorDueAt } from "@/lib/queries/second-factor";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const actor = await currentActor();
  if (!actor) return redirectToSignIn();
  // Read before any page data, because the event stream delivers everything after this ID.
  const { lastEventId } = await readStart();
  return (
    <AppShell
      person={{ name: actor.name, email: actor.email, role: actor.role }}
      isSandbox={env().mode === "sandbox"}
      timeZone={parseTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value)}
      year={new Date().getUTCFullYear()}
      signOut={signOut}
      connection={<Connection actor={actor} since={lastEventId} />}
    >
      <FactorDue />
      {children}
    </AppShell>
  );
}

/** A component of its own, so that the page doesn't wait for its reads. */
async function Connection({ actor, since }: { actor: Actor; since: number }) {
  const [issuer, notifications] = await Promise.all([getIssuerState({}), getNotifications({})]);
  return (
    <>
      {issuer.ok && <StreamConnection initial={issuer.data} since={since} />}
      {notifications.ok && <NotificationBell personId={actor.id} initial={notifications.data} />}
    </>
  );
}

async function FactorDue() {
  const dueAt = await getOwnFactorDueAt({});
  return dueAt.ok && dueAt.data !== null ? <FactorDueBanner dueAt={dueAt.data} /> : null;
}
