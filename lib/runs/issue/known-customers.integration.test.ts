import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addIssueRows } from "@/lib/actions/add-issue-rows";
import { createCard } from "@/lib/actions/create-card";
import { planIssue } from "@/lib/actions/plan-issue";
import { startIssueRun } from "@/lib/actions/start-issue-run";
import { type CardApplication, EMPTY_APPLICATION } from "@/lib/contract/card-application";
import { concernText, issueConcerns } from "@/lib/contract/issue-concerns";
import { cellsOfRequest } from "@/lib/contract/issue-rows/cells-of-request";
import { getActiveCards } from "@/lib/queries/create-card";
import { getRun } from "@/lib/queries/runs";
import { newId, type OpenApprovals, openApprovals, REASON, requestedId, unwrap } from "@/testing/approvals";
import { sampleConsumerRequest } from "@/testing/arbitraries";

type Kyc = { firstName: string; lastName: string };

let approvals: OpenApprovals;
let customerId: string;

beforeAll(async () => {
  approvals = await openApprovals();
});
afterAll(() => approvals.close());
beforeEach(async () => {
  customerId = `cust_${randomUUID()}`;
  await approvals.setPolicies([]);
  await approvals.as("manager");
  unwrap(await createCard(newId(), request({ firstName: "Ada", lastName: "Lovelace" }, "applicant-ada")));
});

function request(names: Kyc, kycApplicantId: string, id = customerId) {
  const sample = sampleConsumerRequest({ cardType: "virtual", kycApplicantId, spendLimit: 5_000 });
  if (sample.customerType !== "Consumer") throw new Error("Not a person");
  return { ...sample, kyc: { ...sample.kyc, ...names }, meta: { ...sample.meta, id } };
}

const ADA = { firstName: "Ada", lastName: "Lovelace" };
const STRANGER = { firstName: "Mallory", lastName: "Stranger" };

type Case = [what: string, names: Kyc, applicant: string, warning: RegExp | null];
const CASES: Case[] = [
  [
    "a stranger",
    STRANGER,
    "applicant-mallory",
    /^The card is for Mallory Stranger, but customer ID .* belongs to Ada Lovelace/,
  ],
  [
    "the same person as another applicant",
    ADA,
    "applicant-other",
    /^Ada Lovelace, customer ID .*, has KYC applicant applicant-ada, but this card names applicant-other/,
  ],
  ["the same person", { firstName: "ADA ", lastName: "Lovelace" }, "applicant-ada", null],
];

function expectWarning(texts: readonly (string | null | undefined)[], warning: RegExp | null) {
  if (warning) expect(texts).toContainEqual(expect.stringMatching(warning));
  else expect(texts.filter((text) => /belongs to|applicant/.test(text ?? ""))).toEqual([]);
}

it.each(CASES)(
  "the wizard is told of %s under a customer's ID",
  async (_, names, kycApplicantId, warning) => {
    const { known } = unwrap(await getActiveCards({ externalCustomerId: customerId }));
    const application: CardApplication = {
      ...EMPTY_APPLICATION,
      customerType: "Consumer",
      kycApplicantId,
      kyc: { ...EMPTY_APPLICATION.kyc, ...names },
      meta: { ...EMPTY_APPLICATION.meta, id: customerId },
      spendLimit: "10",
    };
    expectWarning(issueConcerns(application, known).map(concernText), warning);
  },
);

async function plan(...requests: ReturnType<typeof request>[]) {
  const runId = newId();
  const rows = requests.map((each, index) => ({
    number: index + 2,
    cells: Object.fromEntries(Object.entries(cellsOfRequest(each, null)).filter(([, text]) => text)),
  }));
  unwrap(await addIssueRows(newId(), { runId, from: 1, rows, defaults: {} }));
  unwrap(await planIssue(newId(), { runId, count: rows.length, fileName: "people.csv" }));
  return unwrap(await getRun({ runId, state: null, after: 0 }));
}

it.each(CASES)("the plan of a file names %s under a customer's ID", async (_, names, applicant, warning) => {
  const { warnings } = await plan(request(names, applicant));
  expectWarning(
    warnings.map(({ text }) => text),
    warning,
  );
  expect(warnings.filter(({ isAboutCustomer }) => isAboutCustomer)).toHaveLength(warning ? 1 : 0);
});

it("the plan of a file names two applicants of one new customer", async () => {
  const newCustomer = `cust_${randomUUID()}`;
  const { warnings } = await plan(
    request(ADA, "applicant-1", newCustomer),
    request(ADA, "applicant-2", newCustomer),
  );
  expect(warnings).toContainEqual({
    text: "Not the applicant of another row, which is for the same customer.",
    rows: [3],
    isAboutCustomer: true,
  });
});

it.each(CASES)("who approves a card sees %s under a customer's ID", async (_, names, applicant, warning) => {
  await approvals.setPolicies(["issue"]);
  await approvals.as("manager");
  const id = requestedId(await createCard(newId(), request(names, applicant), REASON));
  const { review } = await approvals.readRequest(id);
  expectWarning(review?.warnings?.texts ?? [], warning);
});

it("who approves a file sees whose customer IDs it names", async () => {
  const { run } = await plan(request(STRANGER, "applicant-mallory"));
  await approvals.setPolicies(["issue"]);
  await approvals.as("manager");
  const id = requestedId(
    await startIssueRun(
      newId(),
      { runId: run.id, count: 1, highestLimit: run.summary?.highestLimit ?? 0 },
      REASON,
    ),
  );
  const { review } = await approvals.readRequest(id);
  expectWarning(review?.warnings?.texts ?? [], /belongs to Ada Lovelace.* \(row 2\)$/);
});

it("who may not issue cards is told nothing about a known customer's applicant", async () => {
  const { run } = await plan(request(ADA, "applicant-other"));
  await approvals.setPolicies(["issue"]);
  await approvals.as("manager");
  const start = { runId: run.id, count: 1, highestLimit: run.summary?.highestLimit ?? 0 };
  unwrap(await startIssueRun(newId(), start, REASON));
  const read = () => getRun({ runId: run.id, state: null, after: 0 });
  await approvals.as("admin");
  expect(JSON.stringify(await read())).toContain("applicant-ada");
  await approvals.as("support");
  expect(JSON.stringify(await read())).not.toContain("applicant");
});

it("who sees the request after somebody else took the ID is told of the difference", async () => {
  await approvals.setPolicies(["issue"]);
  await approvals.as("manager");
  const newCustomer = `cust_${randomUUID()}`;
  const id = requestedId(await createCard(newId(), request(STRANGER, "applicant-1", newCustomer), REASON));
  expect((await approvals.readRequest(id)).differences).toEqual([]);
  await approvals.setPolicies([]);
  await approvals.as("manager");
  unwrap(await createCard(newId(), request(ADA, "applicant-2", newCustomer)));
  expect((await approvals.readRequest(id)).differences).toMatchObject([
    { name: "Warning", before: null, after: expect.stringContaining("belongs to Ada Lovelace") },
  ]);
});
