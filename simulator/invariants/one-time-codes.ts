import type { Intent } from "@/simulator/intent";
import type { Act } from "@/simulator/step";
import type { Invariant } from "./invariant";

const GIVES_CODE = new Set<Act["do"]>(["give-code", "confirm", "add-factor"]);

export const oneTimeCodes: Invariant = {
  name: "one-time-codes",
  promise: "Each code of an app and each recovery code is accepted once, and no wrong one.",
  when: "always",
  async findViolation({ crowd }) {
    const accepted = crowd.intents.filter(isAccepted);
    for (const intent of accepted) {
      const { person, code, act } = intent;
      if ("code" in act && act.code === "wrong") return `${person} gave a wrong code, and it was accepted`;
      const again = accepted.find(
        (other) => other !== intent && other.person === person && other.code === code,
      );
      if (again) return `${person} gave ${code} twice: ${act.do} and ${again.act.do}`;
    }
    return null;
  },
};

function isAccepted({ act, code, answers }: Intent): boolean {
  const isPassword = code === "password" || code === "wrong-password";
  return GIVES_CODE.has(act.do) && !isPassword && answers.some(({ result }) => result?.ok);
}
