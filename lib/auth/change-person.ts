import "server-only";
import type pg from "pg";
import { isApprover } from "@/lib/approvals/settings";
import type { OperationContext } from "@/lib/audit/run-operation";
import type { Role } from "@/lib/domain/people/permissions";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { notifyPerson } from "./notify-person";
import { invalidateLinksOf } from "./one-time-links";
import { lockAdmins, lockPerson } from "./people";
import { revokeSessionsOf } from "./sessions";
import { isLinked } from "./single-sign-on/identities";

/** Changes a person's role or disables them. People can't change themselves, and one active admin must remain. */
export async function changePerson(
  personId: string,
  change: { role: Role } | { isDisabled: boolean },
  {
    actor,
    trace,
    request,
    commit,
  }: Pick<OperationContext<unknown>, "actor" | "trace" | "request" | "commit">,
): Promise<Result<null>> {
  const reject = (message: string): { ok: false; error: AppError } =>
    failure({ code: "refused", message, requestId: request.requestId, retry: "never" });
  if (personId === actor.id) return reject("You can’t change your own role or disable yourself.");
  return commit<null>(async (client) => {
    // So that two admins can't disable each other at the same time.
    const admins = await lockAdmins(client);
    if (!admins.some(({ id, state }) => id === actor.id && state === "active"))
      return reject("You’re no longer an admin. Nothing was changed.");
    const person = await lockPerson(client, personId);
    if (!person)
      return failure({
        code: "not-found",
        message: "This person doesn’t exist.",
        requestId: request.requestId,
        retry: "never",
      });
    const isFromProvider = await isLinked(client, personId);
    if ("role" in change && isFromProvider)
      return reject(`This person’s role comes from ${env().singleSignOn?.name}. Change it there.`);
    const isEnabled = "isDisabled" in change && !change.isDisabled && person.state === "disabled";
    const becomesApprover = await isApprover(client, "role" in change ? change.role : person.role);
    // A provider says itself who its people are.
    if (isEnabled && becomesApprover && !isFromProvider) return reject(NEEDS_SECOND_PERSON);
    trace.before = { role: person.role, state: person.state };
    const next =
      "role" in change
        ? { role: change.role, state: person.state }
        : {
            role: person.role,
            state: change.isDisabled
              ? "disabled"
              : person.passwordHash || isFromProvider
                ? "active"
                : "invited",
          };
    await client.query("update people set role = $2, state = $3 where id = $1", [
      personId,
      next.role,
      next.state,
    ]);
    if (await hasNoActiveAdmin(client)) throw new LastAdminError();
    if (next.state === "disabled") await revokeSessionsOf(client, personId);
    // Old links must not work again when the person is re-enabled, nor make whoever has one an approver.
    if ("isDisabled" in change || becomesApprover) await invalidateLinksOf(client, personId);
    trace.after = next;
    if (person.role === "admin" || next.role === "admin") {
      const others = admins.filter(
        ({ id, state }) => state === "active" && id !== actor.id && id !== personId,
      );
      const what =
        "role" in change
          ? `changed the role of ${person.name} from ${person.role} to ${next.role}`
          : `${change.isDisabled ? "disabled" : "re-enabled"} ${person.name}, an admin`;
      for (const { id } of others) await notifyOfAdmin(client, id, `${actor.name} ${what}`);
      trace.topics = others.map(({ id }) => `person:${id}`);
    }
    return success(null);
  }).catch((error) => {
    if (error instanceof LastAdminError) return reject("At least one admin must stay active.");
    throw error;
  });
}

/** An admin can't be left out, or put in, without the others knowing. */
function notifyOfAdmin(client: pg.ClientBase, id: string, title: string): Promise<void> {
  return notifyPerson(client, id, { kind: "admin-changed", title, href: "/settings/team" });
}

const NEEDS_SECOND_PERSON =
  "This person can approve, so nobody can re-enable them alone. Give them a role that can’t approve first, and request their old role once they are re-enabled.";

class LastAdminError extends Error {}

async function hasNoActiveAdmin(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    "select 1 from people where role = 'admin' and state = 'active' limit 1",
  );
  return rows.length === 0;
}
