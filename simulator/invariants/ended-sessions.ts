import { listEndedSessions } from "@/simulator/ended-sessions";
import type { Intent } from "@/simulator/intent";
import type { Invariant } from "./invariant";

export const endedSessions: Invariant = {
  name: "ended-sessions",
  promise: "A session that was ended can do, read, and hear nothing any more.",
  when: "end",
  async findViolation({ crowd, readers, browsers }) {
    for (const ended of listEndedSessions(crowd)) {
      const isLater = ({ act, answers }: Intent) =>
        act.do !== "sign-in" &&
        act.do !== "sign-out" &&
        answers.some(
          ({ cookie, sentAt, result }) => cookie === ended.cookie && sentAt > ended.at && result?.ok,
        );
      const later = crowd.intents.find(isLater);
      if (later) return `${ended.how}, and ${later.person} still did ${later.act.do} (${later.operationId})`;
      const read = readers.readings.find(
        ({ cookie, sentAt, answer }) =>
          cookie === ended.cookie && sentAt > ended.at && answer?.status === 200,
      );
      if (read) return `${ended.how}, and ${read.person} still read ${read.read.what}`;
      const heard = browsers.map((browser) => browser.findAfter(ended.cookie, ended.at)).find(Boolean);
      if (heard) return `${ended.how}, and its page still heard of ${heard}`;
    }
    return null;
  },
};
