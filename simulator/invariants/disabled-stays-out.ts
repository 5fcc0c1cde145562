import type { Intent } from "@/simulator/people";
import type { Evidence, Invariant } from "./invariant";

export const disabledStaysOut: Invariant = {
  name: "disabled-stays-out",
  promise:
    "A person who was disabled stays so until an admin re-enables them, and can do, read, and hear nothing meanwhile.",
  when: "end",
  async findViolation({ world, crowd, readers, browsers }: Evidence) {
    for (const intent of crowd.intents) {
      const { act } = intent;
      if (act.do !== "disable") continue;
      const disabledAt = toldDoneAt(intent);
      const isReenabled = crowd.intents.some(
        (other) => other.act.do === "enable" && other.act.target === act.target,
      );
      if (disabledAt === null || isReenabled) continue;
      const { id } = crowd.people[act.target];
      const [person] = await world.databases.dashboard.read<{ state: string }>(
        "select state from people where id = $1",
        [id],
      );
      if (person?.state !== "disabled") return `${act.target} was disabled and is ${person?.state}`;
      const later = crowd.intents.find(
        (other) =>
          other.person === act.target &&
          other.act.do !== "sign-out" &&
          other.begunAt > disabledAt &&
          toldDoneAt(other) !== null,
      );
      if (later) return `${act.target} was disabled and did ${later.act.do} (${later.operationId})`;
      const read = readers.readings.find(
        ({ person, sentAt, answer }) =>
          person === act.target && sentAt > disabledAt && answer?.status === 200,
      );
      if (read) return `${act.target} was disabled and read ${read.read.what}`;
      const heard = browsers
        .filter((browser) => browser.person === act.target)
        .map((browser) => browser.findAfter(null, disabledAt))
        .find(Boolean);
      if (heard) return `${act.target} was disabled and heard of ${heard}`;
    }
    return null;
  },
};

function toldDoneAt({ answers }: Intent): number | null {
  return answers.find(({ result }) => result?.ok)?.at ?? null;
}
