"use client";

import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { Badge } from "@/components/ui/values/badge";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";
import type { RoleNeeds } from "@/lib/domain/approvals/policies";
import type { TeamMember } from "./team-member";
import { usePersonActions } from "./use-person-actions";

const STATES = {
  invited: { tone: "warn", shape: "half", label: "Invited" },
  active: { tone: "good", shape: "dot", label: "Active" },
  disabled: { tone: "neutral", shape: "barred", label: "Disabled" },
} as const;

const COLUMNS: readonly Column<TeamMember>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ name, isSelf }) => (
      <span className="font-medium">
        {name}
        {isSelf && <span className="font-normal text-ink-3"> (you)</span>}
      </span>
    ),
    isFixed: true,
    mobile: "title",
  },
  {
    id: "email",
    header: "Email",
    cell: ({ email }) => <span className="text-ink-2">{email}</span>,
    mobile: "subtitle",
  },
  {
    id: "role",
    header: "Role",
    cell: ({ role, roleFrom }) => (
      <>
        <span className="inline-block first-letter:uppercase">{role}</span>
        {roleFrom && <span className="text-small text-ink-3"> from {roleFrom}</span>}
      </>
    ),
    mobile: "meta",
  },
  {
    id: "state",
    header: "Status",
    cell: ({ state }) => (
      <Badge tone={STATES[state].tone} shape={STATES[state].shape}>
        {STATES[state].label}
      </Badge>
    ),
    mobile: "meta",
  },
  {
    id: "factor",
    header: "Second factor",
    cell: ({ hasFactor }) => (
      <span className={hasFactor ? "" : "text-ink-3"}>{hasFactor ? "Yes" : "None"}</span>
    ),
    from: "medium",
  },
  {
    id: "seen",
    header: "Last seen",
    note: <ZoneName />,
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? (
        <DateTime value={lastSeenAt} style="short" className="text-ink-2" />
      ) : (
        <span className="text-ink-3">Never</span>
      ),
    align: "end",
    from: "medium",
  },
];

type TeamTableProps = {
  people: readonly TeamMember[];
  /** The roles that a second person must approve. */
  roleNeeds: RoleNeeds;
};

export function TeamTable({ people, roleNeeds }: TeamTableProps) {
  const { menuFor, dialog, busyId } = usePersonActions(roleNeeds);
  return (
    <>
      <DataTable
        name="team"
        label="Team"
        columns={COLUMNS}
        rows={people}
        rowId={({ id }) => id}
        rowMenu={(person) =>
          person.isSelf ? null : { label: `Actions for ${person.name}`, items: menuFor(person) }
        }
        isBusy={busyId !== null}
        empty={<EmptyState title="No people yet" />}
      />
      {dialog}
    </>
  );
}
