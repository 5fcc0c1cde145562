import { STREAM_CHECK_MS } from "@/simulator/browser";
import { time } from "@/simulator/edges/virtual-time";
import { NAMES, type Name } from "@/simulator/names";
import { possibleStates } from "@/simulator/possible-roles";
import type { Evidence, Invariant } from "./invariant";

export const disabledStaysOut: Invariant = {
  name: "disabled-stays-out",
  promise:
    "A person who was disabled stays so until an admin re-enables them, and can do, read, and hear nothing meanwhile.",
  when: "end",
  async findViolation(evidence) {
    for (const person of NAMES) {
      const problem = (await findWrongState(evidence, person)) ?? findActivity(evidence, person);
      if (problem) return problem;
    }
    return null;
  },
};

async function findWrongState({ world, crowd }: Evidence, person: Name): Promise<string | null> {
  const [stored] = await world.databases.dashboard.read<{ state: string }>(
    "select state from people where id = $1",
    [crowd.people[person].id],
  );
  const states: string[] = possibleStates(crowd, person, time.now);
  return states.includes(stored?.state ?? "")
    ? null
    : `${person} is ${stored?.state}, but was made ${states.join(" or ")}`;
}

/** Also without an answer: it counts if the issuer was asked. */
function findActivity({ world, crowd, readers, browsers }: Evidence, person: Name): string | null {
  const isOut = (from: number, to: number) =>
    possibleStates(crowd, person, from, to).every((state) => state === "disabled");
  for (const intent of crowd.intents) {
    const { act, operationId, begunAt, answers } = intent;
    if (intent.person !== person || act.do === "sign-out") continue;
    const isActive = answers.some(({ result }) => result?.ok) || world.network.hasSent(operationId);
    if (isActive && isOut(begunAt, answers.at(-1)?.at ?? time.now))
      return `${person} was disabled and did ${act.do} (${operationId})`;
  }
  const read = readers.readings.find(
    (reading) =>
      reading.person === person && reading.answer?.status === 200 && isOut(reading.sentAt, time.now),
  );
  if (read) return `${person} was disabled and read ${read.read.what}`;
  // A stream can't notice it while the database fails.
  if (world.databases.dashboard.hadTrouble) return null;
  const heard = browsers
    .filter((browser) => browser.person === person)
    .flatMap(({ received }) => [...received.values()])
    .find(({ at }) => isOut(at - STREAM_CHECK_MS, at));
  return heard ? `${person} was disabled and heard of ${heard.topic}` : null;
}
