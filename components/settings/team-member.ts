import type { Role } from "@/lib/domain/people/permissions";

export type TeamMember = {
  id: string;
  name: string;
  email: string;
  role: Role;
  state: "invited" | "active" | "disabled";
  lastSeenAt: string | null;
  /** Where the role comes from, if not from here. */
  roleFrom: string | null;
  /** Whether a one-time link may set a password. */
  hasPassword: boolean;
  isSelf: boolean;
  hasFactor: boolean;
};
