import { expect, it } from "vitest";
import { createPatientFetch } from "./patient-fetch";

const RSC = { headers: { rsc: "1" } };

/** A network whose answers are given in order; `null` is a connection that fails. */
function open({ answers, there = [] }: { answers: (string | null)[]; there?: boolean[] }) {
  const sent: (RequestInit | undefined)[] = [];
  const waits: number[] = [];
  const patient = createPatientFetch(
    async (_, init) => {
      sent.push(init);
      const answer = answers.shift();
      if (answer == null) throw new TypeError("Failed to fetch");
      return new Response(answer);
    },
    {
      isServerThere: async () => there.shift() ?? true,
      wait: async (ms) => void waits.push(ms),
    },
  );
  return { patient, sent, waits };
}

it("waits for a server that is restarting, and asks again", async () => {
  const { patient, sent, waits } = open({ answers: [null, null, "page"], there: [false, false] });
  expect(await (await patient("/audit", RSC)).text()).toBe("page");
  expect(sent).toHaveLength(3);
  expect(waits).toHaveLength(2);
});

it("asks once more when only the connection was cut", async () => {
  const { patient, sent, waits } = open({ answers: [null, "page"], there: [true] });
  expect(await (await patient("/audit", RSC)).text()).toBe("page");
  expect(sent).toHaveLength(2);
  expect(waits).toEqual([]);
});

it("gives up where the server answers everything else", async () => {
  const { patient, sent } = open({ answers: [null, null, "late"], there: [true, true] });
  await expect(patient("/audit", RSC)).rejects.toThrow("Failed to fetch");
  expect(sent).toHaveLength(2);
});

it("gives up when nobody waits for it any more", async () => {
  const { patient, sent } = open({ answers: [null, "late"], there: [false] });
  const signal = AbortSignal.abort();
  await expect(patient("/audit", { ...RSC, signal })).rejects.toThrow("Failed to fetch");
  expect(sent).toHaveLength(1);
});

it.each([
  ["a write", { method: "POST", headers: { rsc: "1" } }],
  ["what is fetched ahead", { headers: { rsc: "1", "next-router-prefetch": "1" } }],
  ["any other read", undefined],
])("sends %s once, as it is", async (_, init) => {
  const { patient, sent } = open({ answers: [null, "late"], there: [false] });
  await expect(patient("/audit", init)).rejects.toThrow("Failed to fetch");
  expect(sent).toEqual([init]);
});
