import { LEASE_SECONDS } from "@/lib/card-index/sync/index-lease";
import type { Invariant } from "./invariant";

export const oneIndexLease: Invariant = {
  name: "one-index-lease",
  promise: "One instance at a time holds the lease of the card index.",
  when: "always",
  async findViolation({ world }) {
    const { leaseGrants } = world;
    for (const [index, { holder, at }] of leaseGrants.entries()) {
      const previous = leaseGrants[index - 1];
      if (previous && previous.holder !== holder && at < previous.at + LEASE_SECONDS * 1_000)
        return `${holder.name} got the lease ${Math.round(at - previous.at)} ms after ${previous.holder.name} renewed it`;
    }
    return null;
  },
};
