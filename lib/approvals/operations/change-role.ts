import "server-only";
import { z } from "zod";
import { governed } from "@/lib/approvals/approval-rule";
import { readApprovalSettings } from "@/lib/approvals/settings";
import { changePerson } from "@/lib/auth/change-person";
import { findPerson } from "@/lib/auth/people";
import { pool } from "@/lib/db/database";
import { approverRoles, rolePolicy } from "@/lib/domain/approvals/policies";
import { RoleChoice } from "@/lib/domain/people/people";
import { ROLE_DESCRIPTIONS } from "@/lib/domain/people/permissions";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { isMailConfigured } from "@/lib/mail/outbox";

export const changeRoleOperation = governed({
  input: z.object({ personId: OwnId, role: RoleChoice }),
  action: "person.change-role",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  run: ({ input, ...context }) => changePerson(input.personId, { role: input.role }, context),
  approval: {
    kind: "role",
    policyOf: ({ role }, settings) => rolePolicy(settings, role),
    isNeeded: () => true,
    neverAlone: ({ role }, settings) => (approverRoles(settings).includes(role) ? NEVER_ALONE : null),
    async readState({ personId, role }, { requestId, requesterId }) {
      const reject = (code: "not-found" | "refused", message: string) =>
        failure({ code, message, requestId, retry: "never" });
      const person = await findPerson(await pool(), personId);
      if (!person) return reject("not-found", "This person doesn’t exist.");
      if (personId === requesterId) return reject("refused", "You can’t change your own role.");
      if (person.role === role) return reject("refused", "This person already has this role.");
      // Whoever has the link of an invitation could use it after the approval.
      const { settings } = await readApprovalSettings();
      if (person.state !== "active" && approverRoles(settings).includes(role))
        return reject("refused", NOT_ACTIVE);
      const link = approverRoles(settings).includes(role) ? await findShownLinks(personId) : null;
      return success({
        Name: person.name,
        Email: person.email,
        Role: person.role,
        Status: person.state,
        ...(link ? { [PASSWORD_LINK]: link } : {}),
      });
    },
    review: ({ role }, state) => ({
      title: state.Name ? `Change the role of ${state.Name} to ${role}` : `Change a role to ${role}`,
      subject: state.Name ?? null,
      ...(state[PASSWORD_LINK]
        ? {
            warnings: {
              title: "Check the person",
              texts: [
                `A link to set this person’s password was shown to ${state[PASSWORD_LINK]}. Ask the person themselves before you approve.`,
              ],
            },
          }
        : {}),
      consequences: [`New rights: ${ROLE_DESCRIPTIONS[role]}.`],
      changes: [{ name: "Role", before: state.Role ?? null, after: role }],
      facts: [{ name: "Email", value: state.Email ?? "" }],
    }),
  },
});

const PASSWORD_LINK = "Password link";
const SHOWN_DAYS = 30;

/** Who is shown a link may have set the person's password with it, and act as both. */
async function findShownLinks(personId: string): Promise<string | null> {
  const { rows } = await (await pool()).query<{ by: string; at: Date }>(
    `select max(body::jsonb #>> '{actor,name}') as by, max(at) as at from audit
     where target = $1 and phase = 'finish' and outcome = 'succeeded' and actor_id <> $1
       and action in ('person.invite', 'person.reset-password', 'recovery.confirm')
       and (body::jsonb #>> '{after,link}' = 'shown' or ($2 and ${MAY_BE_SHOWN}))
       and at > now() - interval '${SHOWN_DAYS} days'
     group by actor_id order by max(seq) desc`,
    [personId, !isMailConfigured()],
  );
  return rows.map(({ by, at }) => `${by} on ${formatDay(toIsoDate(at))}`).join(" and to ") || null;
}

/** SQL: an entry of the version before, which didn't record it. */
const MAY_BE_SHOWN = `(action <> 'recovery.confirm' and body::jsonb #> '{after,link}' is null
  and body::jsonb #>> '{after,waitsFor}' is null)`;

const NEVER_ALONE =
  "This role can approve, so nobody can give it alone. In an emergency, act alone on what is urgent, or switch the policies off in Settings, Approval policies.";

const NOT_ACTIVE =
  "This role can approve. Request it once the person has accepted their invitation or is re-enabled.";
