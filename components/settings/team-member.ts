import type { Role } from "@/lib/domain/people/permissions";

export type TeamMember = {
  id: string;
  name: string;
  email: string;
  role: Role;
  state: "invited" | "active" | "disabled";
  lastSeenAt: string | null;
  isSelf: boolean;
  hasFactor: boolean;
};
