import "server-only";
import { z } from "zod";
import { governed } from "@/lib/approvals/approval-rule";
import { changePerson } from "@/lib/auth/change-person";
import { findPerson } from "@/lib/auth/people";
import { pool } from "@/lib/db/database";
import { RoleChoice } from "@/lib/domain/people/people";
import { ROLE_DESCRIPTIONS } from "@/lib/domain/people/permissions";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";

export const changeRoleOperation = governed({
  input: z.object({ personId: OwnId, role: RoleChoice }),
  action: "person.change-role",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  run: ({ input, ...context }) => changePerson(input.personId, { role: input.role }, context),
  approval: {
    kind: "role",
    isNeeded: () => true,
    async readState({ personId, role }, { requestId, requesterId }) {
      const reject = (code: "not-found" | "refused", message: string) =>
        failure({ code, message, requestId, retry: "never" });
      const person = await findPerson(await pool(), personId);
      if (!person) return reject("not-found", "This person doesn’t exist.");
      if (personId === requesterId) return reject("refused", "You can’t change your own role.");
      if (person.role === role) return reject("refused", "This person already has this role.");
      return success({ Name: person.name, Email: person.email, Role: person.role, Status: person.state });
    },
    review: ({ role }, state) => ({
      title: state.Name ? `Change the role of ${state.Name} to ${role}` : `Change a role to ${role}`,
      subject: state.Name ?? null,
      consequences: [`New rights: ${ROLE_DESCRIPTIONS[role]}.`],
      changes: [{ name: "Role", before: state.Role ?? null, after: role }],
      facts: [{ name: "Email", value: state.Email ?? "" }],
    }),
  },
});
