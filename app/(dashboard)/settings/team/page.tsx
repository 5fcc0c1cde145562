import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { FactorRemovals } from "@/components/settings/factor-removals";
import { InviteButton } from "@/components/settings/invite-button";
import { RoleTable } from "@/components/settings/role-table";
import { TeamTable } from "@/components/settings/team-table";
import { ErrorState } from "@/components/ui/messages/error-state";
import { isMailConfigured } from "@/lib/mail/outbox";
import { definePage } from "@/lib/queries/define-page";
import { getFactorRemovals, getTeam } from "@/lib/queries/team";

export const metadata: Metadata = { title: "Team" };

export default definePage({
  permission: "users.manage",
  path: "/settings/team",
  async render({ actor, since }) {
    const [team, removals] = await Promise.all([getTeam({}), getFactorRemovals({})]);
    return (
      <>
        <RefreshOn since={since} topics={["people"]} />
        <PageHeader
          title="Team"
          lead="People and their roles."
          actions={<InviteButton hasMail={isMailConfigured()} />}
        />
        {removals.ok && <FactorRemovals removals={removals.data} />}
        {team.ok ? (
          <TeamTable
            people={team.data.map(({ lastSeenAt, createdAt: _, ...person }) => ({
              ...person,
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
