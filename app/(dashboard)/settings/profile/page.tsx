import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { OwnSessions } from "@/components/settings/own-sessions";
import { PasswordForm } from "@/components/settings/password-form";
import { DescriptionList } from "@/components/ui/description-list";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { ROLE_DESCRIPTIONS } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";
import { definePage } from "@/lib/queries/define-page";
import { getOwnSessions, getOwnSignIn } from "@/lib/queries/team";

export const metadata: Metadata = { title: "Profile" };

export default definePage({
  permission: "profile.use",
  path: "/settings/profile",
  async render({ actor, since }) {
    const sessions = await getOwnSessions({});
    const signIn = await getOwnSignIn({});
    const provider = env().singleSignOn?.name;
    const hasPassword = !signIn.ok || signIn.data.hasPassword;
    return (
      <>
        <RefreshOn since={since} topics={[`person:${actor.id}`]} />
        <PageHeader title="Profile" lead="Your account and sessions." />
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <div className="flex flex-col gap-5">
            <Panel title="Account">
              <DescriptionList
                facts={[
                  { name: "Name", value: actor.name },
                  { name: "Email", value: actor.email },
                  {
                    name: "Role",
                    value: (
                      <>
                        <span className="inline-block first-letter:uppercase">{actor.role}</span>
                        <span className="block text-small text-ink-2">{ROLE_DESCRIPTIONS[actor.role]}</span>
                        {signIn.ok && signIn.data.isLinked && (
                          <span className="block text-small text-ink-2">The role comes from {provider}.</span>
                        )}
                      </>
                    ),
                  },
                ]}
              />
            </Panel>
            <Panel title="Password">
              {hasPassword ? (
                <PasswordForm />
              ) : (
                <p className="text-ink-2">You sign in with {provider}, not with a password.</p>
              )}
            </Panel>
          </div>
          <Panel
            title="Sessions"
            lead={`Sessions end after 30 minutes of inactivity, or 12 hours after you sign in. You can have at most ${env().sessionLimit}; one more ends the one unused for longest.`}
            isFlush
          >
            {sessions.ok ? (
              <OwnSessions
                sessions={sessions.data.map((session) => ({
                  ...session,
                  createdAt: session.createdAt.toISOString(),
                  lastSeenAt: session.lastSeenAt.toISOString(),
                }))}
              />
            ) : (
              <ErrorState error={sessions.error} />
            )}
          </Panel>
        </div>
      </>
    );
  },
});
