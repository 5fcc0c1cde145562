"use client";

import { type ReactNode, useState } from "react";
import type { MenuItem } from "@/components/ui/popups/menu-item";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { changeRole } from "@/lib/actions/change-role";
import { disablePerson } from "@/lib/actions/disable-person";
import { resetPassword } from "@/lib/actions/reset-password";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { noResponseError } from "@/lib/client/no-response-error";
import { newOperationId } from "@/lib/client/operation-id";
import { toast } from "@/lib/client/toast";
import { useRefresh } from "@/lib/client/use-refresh";
import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { failure, type Result } from "@/lib/domain/result";
import type { DisableDialogProps } from "./disable-dialog";
import type { LinkDialogProps } from "./link-dialog";
import { mailSentToast } from "./mail-sent-toast";
import type { TeamMember } from "./team-member";

const disableDialog = loadOnIntent<DisableDialogProps>(() => import("./disable-dialog"));
const linkDialog = loadOnIntent<LinkDialogProps>(() => import("./link-dialog"));

type OpenDialogState =
  | { kind: "disable"; person: TeamMember }
  | { kind: "link"; person: TeamMember; link: string };

export function usePersonActions(): {
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

  const setRole = (person: TeamMember, role: Role) =>
    runAction(
      person,
      () => changeRole(newOperationId(), { personId: person.id, role }),
      () => toast({ title: `${person.name}’s role is now ${role}`, tone: "good" }),
    );
  const setDisabled = (person: TeamMember, isDisabled: boolean) =>
    runAction(
      person,
      () => disablePerson(newOperationId(), { personId: person.id, isDisabled }),
      () => {
        setOpen(null);
        toast({
          title: isDisabled ? `${person.name} was disabled` : `${person.name} was re-enabled`,
          tone: "good",
        });
      },
    );
  const createLink = (person: TeamMember) =>
    runAction(
      person,
      () => resetPassword(newOperationId(), { personId: person.id }),
      ({ link, sentTo }) => {
        if (link) setOpen({ kind: "link", person, link });
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
          onChange: (role) => void setRole(person, role as Role),
        },
    { kind: "separator", id: "after-role" },
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
          {
            label: "Disable…",
            tone: "danger" as const,
            onSelect: () => setOpen({ kind: "disable", person }),
          },
        ]),
  ];

  const dialog = open && (
    <PopupBoundary open onClose={() => setOpen(null)}>
      {open.kind === "disable" ? (
        <disableDialog.Component
          open
          name={open.person.name}
          busy={busyId !== null}
          onClose={() => setOpen(null)}
          onConfirm={() => void setDisabled(open.person, true)}
        />
      ) : (
        <linkDialog.Component open name={open.person.name} link={open.link} onClose={() => setOpen(null)} />
      )}
    </PopupBoundary>
  );
  return { menuFor, dialog, busyId };
}
