import type { ConditionName } from "@/lib/domain/alerts/conditions";

/** A condition that is seen now. */
export type Finding = {
  condition: ConditionName;
  /** Which job, list, machine, or host; empty if there is only one. */
  subject: string;
  /** One sentence without personal data. */
  detail: string;
};

/** Nothing is known about this one, so its alert stays as it is. */
export type Unread = Pick<Finding, "condition" | "subject"> & { isUnread: true };

/** Reads some conditions. One of them that is neither found nor unread is over. */
export type Reader = {
  conditions: readonly ConditionName[];
  /** If it throws, nothing is known about all its conditions. */
  read(now: Date): Promise<(Finding | Unread)[]>;
};
