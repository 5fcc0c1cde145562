import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { InviteButton } from "@/components/settings/invite-button";
import { RoleTable } from "@/components/settings/role-table";
import { TeamTable } from "@/components/settings/team-table";
import { ErrorState } from "@/components/ui/messages/error-state";
import { env } from "@/lib/env";
import { isMailConfigured } from "@/lib/mail/outbox";
import { definePage } from "@/lib/queries/define-page";
import { getTeam } from "@/lib/queries/team";

export const metadata: Metadata = { title: "Team" };

export default definePage({
  permission: "users.manage",
  path: "/settings/team",
  async render({ actor, since }) {
    const team = await getTeam({});
    const provider = env().singleSignOn?.name ?? null;
    return (
      <>
        <RefreshOn since={since} topics={["people"]} />
        <PageHeader
          title="Team"
          lead="People and their roles."
          actions={<InviteButton hasMail={isMailConfigured()} />}
        />
        {team.ok ? (
          <TeamTable
            people={team.data.map(({ lastSeenAt, createdAt: _, isLinked, ...person }) => ({
              ...person,
              roleFrom: isLinked ? provider : null,
              lastSeenAt: lastSeenAt?.toISOString() ?? null,
              isSelf: person.id === actor.id,
            }))}
          />
        ) : (
          <ErrorState error={team.error} />
        )}
        <RoleTable />
      </>
    );
  },
});
