import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/read";
import { seedDemoPeople } from "@/lib/auth/people";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { stopJobs } from "@/lib/jobs/queue";
import { catchUp, openTestProgram, type TestProgram } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";
import { addStory } from "./add-story";
import { resetSandbox } from "./reset-sandbox";
import { startStory } from "./start-story";

let program: TestProgram;
beforeAll(async () => {
  program = await openTestProgram();
  await seedDemoPeople("sandbox");
  await signInAs("support");
});
afterAll(async () => {
  await stopJobs();
  await program.close();
});
beforeEach(async () => {
  await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards: 5, transactions: 10 });
  await catchUp(program.listSyncs());
});

const knownCards = async () => (await readIndexState()).cards.known;
const play = async (text: string) => {
  const added = await addStory(randomUUID(), { text });
  if (!added.ok) throw new Error(added.error.message);
  return startStory(randomUUID(), { story: added.data.story, speed: "instant" });
};

it("a story with its own data starts the index again, and the audit log names it", async () => {
  const told = await play("name: New data\nstarts: { scenario: empty }\nsteps: [{ issue: {} }]");
  expect(told).toMatchObject({ ok: true, data: { story: { status: "finished", replaces: true } } });
  expect(await knownCards()).toBe(0);
  const [entry] = (await listAudit({ action: "sandbox.start-story" }, { limit: 1 })).rows;
  expect(entry).toMatchObject({ target: "new-data", outcome: "succeeded" });
});

it("a story that goes on with the data leaves the index as it is", async () => {
  expect(await play("name: One more\nsteps: [{ issue: {} }]")).toMatchObject({ ok: true });
  expect(await knownCards()).toBe(5);
});

it("a reset starts the index again too", async () => {
  await resetSandbox(randomUUID(), { scenario: "empty" });
  expect(await knownCards()).toBe(0);
});

it("a file with a mistake is refused with the place, and adds nothing", async () => {
  expect(await addStory(randomUUID(), { text: "name: Wrong\nsteps: [{ purchase: {} }]" })).toMatchObject({
    ok: false,
    error: { code: "refused", message: expect.stringContaining("line 2, steps.1.purchase") },
  });
});
