export type SecretUse = { firstUsedAt: Date; lastUsedAt: Date };

/** A running copy records each minute which secret it uses. */
const IN_USE_MS = 150_000;
/** A pass over the stored data that ended this long after the last use has seen everything that was written with it. */
const CHECK_MS = 3_600_000;

/** What is known about removing NEXTAUTH_SECRET_PREVIOUS once no stored data needs it. */
export type PreviousSecrets =
  | { state: "none" | "in-use" | "removable" }
  /** A copy may have encrypted something with it since the stored data was last checked. */
  | { state: "unchecked" }
  /** Sessions signed with it may last until then. */
  | { state: "needed"; until: Date }
  /** No copy has used it since then, as far as recorded: it is being added for a rotation, or long out of use. */
  | { state: "unused"; since: Date };

export function describePreviousSecrets(options: {
  current: SecretUse | null;
  previous: readonly (SecretUse | null)[];
  sessionHours: number;
  /** When all stored data was last found to use the current secret. */
  checkedAt: Date | null;
  now: Date;
}): PreviousSecrets {
  const { current, previous, sessionHours, checkedAt, now } = options;
  if (previous.length === 0) return { state: "none" };
  // Before the use of secrets was recorded, a previous one was last used when the current one took over, if ever.
  const since = current?.firstUsedAt ?? now;
  const lastUsedAt = new Date(Math.max(...previous.map((use) => (use?.lastUsedAt ?? since).getTime())));
  // Not if it was only used until the current one took over, by a copy that has been restarted since.
  const takenOver = since.getTime() + IN_USE_MS;
  if (lastUsedAt.getTime() > Math.max(takenOver, now.getTime() - IN_USE_MS)) return { state: "in-use" };
  const until = new Date(lastUsedAt.getTime() + sessionHours * 3_600_000);
  if (until > now) return { state: "needed", until };
  if (!checkedAt || checkedAt.getTime() < lastUsedAt.getTime() + CHECK_MS) return { state: "unchecked" };
  return previous.includes(null) ? { state: "unused", since } : { state: "removable" };
}
