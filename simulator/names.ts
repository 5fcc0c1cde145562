import { DEMO_PEOPLE } from "@/lib/auth/people";
import type { Role } from "@/lib/domain/people/permissions";

/** Besides the demo people: two admins and a manager, for what needs a second or a third one. */
export const COLLEAGUES = ["second-admin", "third-admin", "second-manager"] as const;

/** A demo person is called like the role that they begin with. */
export type Name = Role | (typeof COLLEAGUES)[number];

type Account = { role: Role; email: string; name: string };

const demo = (role: Role): Account => ({ role, ...DEMO_PEOPLE[role] });

export const ACCOUNTS: Record<Name, Account> = {
  admin: demo("admin"),
  manager: demo("manager"),
  support: demo("support"),
  finance: demo("finance"),
  auditor: demo("auditor"),
  "second-admin": { role: "admin", email: "second-admin@cardwell.test", name: "Olu Adeyemi" },
  "third-admin": { role: "admin", email: "third-admin@cardwell.test", name: "Petra Novak" },
  "second-manager": { role: "manager", email: "second-manager@cardwell.test", name: "Rui Tanaka" },
};

export const NAMES = Object.keys(ACCOUNTS) as Name[];
