import type { Invariant } from "./invariant";

export const forgeriesRefused: Invariant = {
  name: "forgeries-refused",
  promise:
    "A webhook delivery that the issuer didn't sign, or signed long ago, is refused and has no effect.",
  when: "end",
  async findViolation({ world }) {
    const accepted = world.network.calls.find(
      ({ from, path, statuses }) =>
        from === "world" && path.startsWith("/api/webhooks") && statuses.some((status) => status < 300),
    );
    if (accepted) return `A forged delivery was accepted: ${accepted.body}`;
    const opened = world.network.calls.find(({ path }) => path.startsWith("/downloads/forged"));
    return opened ? `The link of a forged delivery was opened: ${opened.path}` : null;
  },
};
