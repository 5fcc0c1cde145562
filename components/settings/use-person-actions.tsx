"use client";

import { type ReactNode, useState } from "react";
import { requestedToast } from "@/components/approvals/requested-toast";
import type { MenuItem } from "@/components/ui/popups/menu-item";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { changeRole } from "@/lib/actions/change-role";
import { disablePerson } from "@/lib/actions/disable-person";
import { removeLostFactors } from "@/lib/actions/remove-lost-factors";
import { resetPassword } from "@/lib/actions/reset-password";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { noResponseError } from "@/lib/client/no-response-error";
import { newOperationId } from "@/lib/client/operation-id";
import { sendAction } from "@/lib/client/send-action";
import { toast } from "@/lib/client/toast";
import { useRefresh } from "@/lib/client/use-refresh";
import { type ApprovalNote, isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import type { RoleNeeds } from "@/lib/domain/approvals/policies";
import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { failure, type Result } from "@/lib/domain/result";
import type { DisableDialogProps } from "./disable-dialog";
import type { LinkDialogProps } from "./link-dialog";
import { mailSentToast } from "./mail-sent-toast";
import type { RoleDialogProps } from "./role-dialog";
import type { SessionsDialogProps } from "./sessions-dialog";
import type { TeamMember } from "./team-member";

const disableDialog = loadOnIntent<DisableDialogProps>(() => import("./disable-dialog"));
const roleDialog = loadOnIntent<RoleDialogProps>(() => import("./role-dialog"));
const removeFactorsDialog = loadOnIntent<DisableDialogProps>(() => import("./remove-factors-dialog"));
const linkDialog = loadOnIntent<LinkDialogProps>(() => import("./link-dialog"));

const sessionsDialog = loadOnIntent<SessionsDialogProps>(() => import("./sessions-dialog"));

type OpenDialogState =
  | { kind: "disable"; person: TeamMember }
  | { kind: "role"; person: TeamMember; role: Role }
  | { kind: "sessions"; person: TeamMember }
  | { kind: "remove-factors"; person: TeamMember }
  | { kind: "link"; person: TeamMember; link: string };

export function usePersonActions(roleNeeds: RoleNeeds): {
  menuFor: (person: TeamMember) => MenuItem[];
  dialog: ReactNode;
  busyId: string | null;
} {
  const [busyId, setBusyId] = useState<string | null>(null);
  const [open, setOpen] = useState<OpenDialogState | null>(null);
  const refresh = useRefresh();

  async function runAction<T>(
    person: TeamMember,
    action: () => Promise<Result<T>>,
    onSuccess: (data: T) => void,
  ) {
    setBusyId(person.id);
    const result = await action().catch(() =>
      failure(noResponseError("The change may or may not have completed.")),
    );
    setBusyId(null);
    // Doesn't wait for the event stream, which may be down.
    refresh();
    if (result.ok) return onSuccess(result.data);
    toast({ title: "Something went wrong", detail: result.error.message, tone: "bad" });
  }

  const setRole = (person: TeamMember, role: Role, note?: ApprovalNote) =>
    runAction(
      person,
      () => sendAction(changeRole, newOperationId(), { personId: person.id, role }, note),
      (data) => {
        setOpen(null);
        toast(
          isApprovalRequested(data)
            ? requestedToast(data)
            : { title: `${person.name}’s role is now ${role}`, tone: "good" },
        );
      },
    );
  const chooseRole = (person: TeamMember, role: Role) =>
    roleNeeds[role] ? setOpen({ kind: "role", person, role }) : void setRole(person, role);
  const setDisabled = (person: TeamMember, isDisabled: boolean) =>
    runAction(
      person,
      () => sendAction(disablePerson, newOperationId(), { personId: person.id, isDisabled }),
      () => {
        setOpen(null);
        toast({
          title: isDisabled ? `${person.name} was disabled` : `${person.name} was re-enabled`,
          tone: "good",
        });
      },
    );
  const removeFactors = (person: TeamMember) =>
    runAction(
      person,
      () => sendAction(removeLostFactors, newOperationId(), { personId: person.id }),
      ({ isWaiting }) => {
        setOpen(null);
        toast({
          title: isWaiting ? "Another admin has to confirm" : `${person.name}’s second factors were removed`,
          tone: "good",
        });
      },
    );
  const createLink = (person: TeamMember) =>
    runAction(
      person,
      () => sendAction(resetPassword, newOperationId(), { personId: person.id }),
      ({ link, sentTo, isWaiting }) => {
        if (isWaiting) toast({ title: "Another admin has to confirm", tone: "good" });
        else if (link) setOpen({ kind: "link", person, link });
        else if (sentTo) toast(mailSentToast(person.name, sentTo));
      },
    );

  const menuFor = (person: TeamMember): MenuItem[] => [
    person.roleFrom
      ? {
          kind: "note",
          id: "role",
          content: <p className="max-w-52 text-ink-2">The role comes from {person.roleFrom}.</p>,
        }
      : {
          kind: "choice",
          label: "Role",
          value: person.role,
          options: ROLES.map((role) => ({ value: role, label: role })),
          onChange: (role) => chooseRole(person, role as Role),
        },
    { kind: "separator", id: "after-role" },
    ...(person.hasFactor
      ? [
          {
            label: "Remove second factors…",
            onSelect: () => setOpen({ kind: "remove-factors", person }),
          },
        ]
      : []),
    ...(person.state === "disabled"
      ? [{ label: "Re-enable", onSelect: () => void setDisabled(person, false) }]
      : [
          {
            label:
              person.state === "invited"
                ? "New invite link"
                : person.hasPassword
                  ? "New password link"
                  : "New sign-in link",
            onSelect: () => void createLink(person),
          },
          ...(person.state === "active"
            ? [{ label: "Sessions…", onSelect: () => setOpen({ kind: "sessions", person }) }]
            : []),
          {
            label: "Disable…",
            tone: "danger" as const,
            onSelect: () => setOpen({ kind: "disable", person }),
          },
        ]),
  ];

  const dialog = open && (
    <PopupBoundary open onClose={() => setOpen(null)}>
      {open.kind === "remove-factors" ? (
        <removeFactorsDialog.Component
          open
          name={open.person.name}
          busy={busyId !== null}
          onClose={() => setOpen(null)}
          onConfirm={() => void removeFactors(open.person)}
        />
      ) : open.kind === "disable" ? (
        <disableDialog.Component
          open
          name={open.person.name}
          busy={busyId !== null}
          onClose={() => setOpen(null)}
          onConfirm={() => void setDisabled(open.person, true)}
        />
      ) : open.kind === "role" ? (
        <roleDialog.Component
          open
          name={open.person.name}
          before={open.person.role}
          role={open.role}
          need={roleNeeds[open.role]}
          busy={busyId !== null}
          onClose={() => setOpen(null)}
          onConfirm={(note) => void setRole(open.person, open.role, note)}
        />
      ) : open.kind === "sessions" ? (
        <sessionsDialog.Component open person={open.person} onClose={() => setOpen(null)} />
      ) : (
        <linkDialog.Component open name={open.person.name} link={open.link} onClose={() => setOpen(null)} />
      )}
    </PopupBoundary>
  );
  return { menuFor, dialog, busyId };
}
