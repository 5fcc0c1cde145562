import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { InviteButton } from "@/components/settings/invite-button";
import { Recoveries } from "@/components/settings/recoveries";
import { RoleTable } from "@/components/settings/role-table";
import { TeamTable } from "@/components/settings/team-table";
import { ErrorState } from "@/components/ui/messages/error-state";
import { env } from "@/lib/env";
import { isMailConfigured } from "@/lib/mail/outbox";
import { getRoleNeeds } from "@/lib/queries/approvals";
import { definePage } from "@/lib/queries/define-page";
import { getRecoveries, getTeam } from "@/lib/queries/team";

export const metadata: Metadata = { title: "Team" };

export default definePage({
  permission: "users.manage",
  path: "/settings/team",
  async render({ actor, since }) {
    const [team, needs, recoveries] = await Promise.all([getTeam({}), getRoleNeeds({}), getRecoveries({})]);
    const provider = env().singleSignOn?.name ?? null;
    return (
      <>
        <RefreshOn since={since} topics={["people", "approvals"]} />
        <PageHeader
          title="Team"
          lead="People and their roles."
          actions={<InviteButton hasMail={isMailConfigured()} />}
        />
        {recoveries.ok && <Recoveries recoveries={recoveries.data} />}
        {team.ok ? (
          <TeamTable
            roleNeeds={needs.ok ? needs.data : {}}
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
