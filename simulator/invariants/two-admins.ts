import type { Intent } from "@/simulator/intent";
import { NAMES, type Name } from "@/simulator/names";
import type { Crowd } from "@/simulator/people";
import { doneAt, isRefused } from "@/simulator/possible-values";
import type { Invariant } from "./invariant";

export const twoAdmins: Invariant = {
  name: "two-admins",
  promise:
    "A person's lost factors are removed only with the word of two admins, neither of whom is that person.",
  when: "end",
  async findViolation({ world, crowd }) {
    const rows = await world.databases.dashboard.read<{ person: string }>(
      "select person_id::text as person from authenticators where confirmed_at is not null",
    );
    for (const name of NAMES) {
      const isGone = !rows.some(({ person }) => person === crowd.people[name].id);
      if (isGone && hasAdded(crowd, name) && !mayBeRemoved(crowd, name))
        return `${name}'s factors are gone, without the word of two admins`;
    }
    return null;
  },
};

function hasAdded({ intents }: Crowd, name: Name): boolean {
  return intents.some(
    (intent) => intent.act.do === "add-factor" && intent.person === name && doneAt(intent) !== null,
  );
}

/** The third admin is there in every plan, so nobody may act alone. */
function mayBeRemoved({ intents }: Crowd, name: Name): boolean {
  const isAbout = (intent: Intent) =>
    "target" in intent.act && intent.act.target === name && !isRefused(intent);
  const asked = intents.filter((intent) => intent.act.do === "remove-factors" && isAbout(intent));
  const confirmed = intents.filter(
    (intent) =>
      intent.act.do === "decide-removal" &&
      intent.act.isConfirmed &&
      intent.person !== name &&
      isAbout(intent),
  );
  return asked.some(({ person }) => confirmed.some((confirmation) => confirmation.person !== person));
}
