import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { isBreakGlass } from "@/lib/auth/password-rule";
import { findPersonByEmail, insertPerson, lockPerson, type Person } from "@/lib/auth/people";
import type { RequestInfo } from "@/lib/auth/request-info";
import type { Browser } from "@/lib/auth/sign-in";
import { database } from "@/lib/db/database";
import type { JudgedClaims } from "@/lib/domain/people/provider-claims";
import type { SignInRefusal } from "@/lib/domain/people/sign-in-refusal";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";
import { type BegunSession, beginSession } from "./begin-session";
import { findLinkedPersonId, linkIdentity, lockIdentity } from "./identities";

export type AcceptedClaims = Extract<JudgedClaims, { is: "accepted" }>;

export type Admission =
  | ({ is: "signed-in"; person: Person } & BegunSession)
  | { is: "refused"; reason: SignInRefusal; detail: string; personId: string | null };

type SignIn = { subject: string; claims: AcceptedClaims; idToken: string };

/**
 * Signs in the person that the provider's account belongs to, with the role that the provider says. The first sign-in
 * creates them. An existing person with the same email is somebody else until a one-time link has linked them.
 */
export async function admitPerson(
  signIn: SignIn,
  request: RequestInfo,
  browser: Browser,
): Promise<Admission> {
  const admission = await inTransaction((await database()).pool, async (client): Promise<Admission> => {
    await lockIdentity(client, signIn.subject);
    const personId = await findLinkedPersonId(client, signIn.subject);
    const found = personId ? await lockPerson(client, personId) : await createPerson(client, signIn, request);
    if (!found) return refuse("failed", "The linked person doesn’t exist", personId);
    if ("is" in found) return found;
    if (found.state === "disabled") return refuse("disabled", "The account is disabled", found.id);
    if (found.state === "invited") return refuse("invitation-waiting", "An invitation is open", found.id);
    const person = await followRole(client, found, signIn.claims.role, request);
    return {
      is: "signed-in",
      person,
      ...(await beginSession(client, person, signIn.idToken, request, browser)),
    };
  });
  if (admission.is === "signed-in") {
    await sendMails();
    await publish(["audit", "people", `person:${admission.person.id}`]);
  }
  return admission;
}

function refuse(reason: SignInRefusal, detail: string, personId: string | null) {
  return { is: "refused", reason, detail, personId } as const;
}

async function createPerson(
  client: pg.ClientBase,
  { subject, claims: { email, name, role } }: SignIn,
  { address }: RequestInfo,
): Promise<Person | Extract<Admission, { is: "refused" }> | null> {
  if (isBreakGlass(email)) return refuse("emergency-account", "The email is BREAK_GLASS_EMAIL", null);
  const insertedId = await insertPerson(client, { email, name, role, state: "active", passwordHash: null });
  if (!insertedId) {
    const other = await findPersonByEmail(client, email);
    return other?.state === "invited"
      ? refuse("invitation-waiting", "An invited person has this email", other.id)
      : refuse("email-taken", "A person who is not linked has this email", other?.id ?? null);
  }
  await linkIdentity(client, insertedId, subject);
  await appendAudit(client, {
    phase: "event",
    action: "person.add",
    outcome: "succeeded",
    actor: { id: insertedId, name, role },
    target: insertedId,
    message: "First sign-in with single sign-on",
    after: { role, state: "active" },
    address,
  });
  return lockPerson(client, insertedId);
}

/** Also if the last admin loses the role: the provider decides, and a refused sign-in would help nobody. */
export async function followRole(
  client: pg.ClientBase,
  person: Person,
  role: Person["role"],
  { address }: Pick<RequestInfo, "address">,
): Promise<Person> {
  if (person.role === role) return person;
  await client.query("update people set role = $2 where id = $1", [person.id, role]);
  await appendAudit(client, {
    phase: "event",
    action: "person.change-role",
    outcome: "succeeded",
    actor: { id: person.id, name: person.name, role },
    target: person.id,
    message: "The provider changed the role",
    before: { role: person.role },
    after: { role },
    address,
  });
  if (person.role === "admin") await warnWithoutAdmin(client);
  return { ...person, role };
}

async function warnWithoutAdmin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    "select 1 from people where role = 'admin' and state = 'active' limit 1",
  );
  if (rows.length === 0)
    log().warn("The provider took the role from the last active admin: nobody can manage people");
}
