import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import type { Card } from "@/lib/contract/card";
import { stopJobs } from "@/lib/jobs/queue";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";
import { reissueCard } from "./reissue-card";

let program: TestProgram;
beforeAll(async () => {
  program = await openTestProgram();
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  await stopJobs();
  await program.close();
});

it("rejects a second reissue while the first one's outcome is unknown, and sends nothing", async () => {
  const { body: card } = await program.sandbox.api<Card>(
    "POST",
    "/cards/",
    sampleConsumerRequest({ cardType: "virtual" }),
  );
  const input = {
    cardId: card.id,
    request: { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" as const },
  };
  const replace = { method: "PUT", path: `/cards/${card.id}/replace/`, times: 1 };
  await program.addFault({ ...replace, fault: { type: "drop" } });
  await signInAs("manager");
  expect(await reissueCard(randomUUID(), input)).toMatchObject({ error: { code: "unknown-outcome" } });

  // Only a second request would get this fault.
  await program.addFault({ ...replace, fault: { type: "status", status: 503 } });
  await signInAs("admin");
  expect(await reissueCard(randomUUID(), input)).toMatchObject({
    error: { code: "conflict", message: expect.stringContaining(DEMO_PEOPLE.manager.name) },
  });
  expect(await program.countFaults()).toBe(1);
});
