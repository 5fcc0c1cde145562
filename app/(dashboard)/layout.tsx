import { cookies } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { ApprovalCount } from "@/components/approvals/approval-count";
import { AppShell } from "@/components/layout/app-shell";
import { StreamConnection } from "@/components/layout/stream-connection";
import { NotificationBell } from "@/components/notifications/notification-bell";
import { FactorDueBanner } from "@/components/security/factor-due-banner";
import { RestoredCopyBanner } from "@/components/settings/restored-copy-banner";
import { currentActor } from "@/lib/auth/actor";
import type { Actor } from "@/lib/auth/sessions";
import { parseTimeZone, TIME_ZONE_COOKIE } from "@/lib/client/preferences";
import { can } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";
import { getWaitingCount } from "@/lib/queries/approvals";
import { getIssuerState } from "@/lib/queries/connection";
import { redirectToSignIn } from "@/lib/queries/define-page";
import { getNotifications } from "@/lib/queries/notifications";
import { readStart } from "@/lib/queries/read-start";
import { getRestoredCopy } from "@/lib/queries/restored-copy";
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
      connection={<Connection actor={actor} since={lastEventId} />}
      approvalCount={
        can(actor.role, "approvals.read") && (
          <Suspense>
            <WaitingApprovals />
          </Suspense>
        )
      }
    >
      <RestoredCopy />
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

async function WaitingApprovals() {
  const count = await getWaitingCount({});
  return count.ok && <ApprovalCount initial={count.data} />;
}

async function RestoredCopy() {
  const copy = await getRestoredCopy({});
  return copy.ok && copy.data !== null ? <RestoredCopyBanner {...copy.data} /> : null;
}

async function FactorDue() {
  const dueAt = await getOwnFactorDueAt({});
  return dueAt.ok && dueAt.data !== null ? <FactorDueBanner dueAt={dueAt.data} /> : null;
}
