import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCard } from "@/lib/actions/create-card";
import { seedDemoPeople } from "@/lib/auth/people";
import { EMPTY_APPLICATION } from "@/lib/contract/card-application";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { pruneJob } from "@/lib/jobs/prune";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { sampleBusinessRequest, sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { signInAs } from "@/testing/sign-in-as";
import { getInitialApplication } from "./create-card";
import { getKnownShipping } from "./known-shipping";

let db: Database;
let sandbox: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  server = await listen(sandbox);
  process.env.SANDBOX_PORT = new URL(server.origin).port;
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
  await server.close();
  await sandbox.close();
});
beforeEach(() => signInAs("manager"));

async function issue(request: CreateCardRequest) {
  const created = await createCard(randomUUID(), request);
  if (!created.ok) throw new Error(created.error.message);
  if (!("id" in created.data)) throw new Error("It waits for approval");
  return created.data;
}

async function nextCardOf(customer: string, template: string | null = null) {
  const first = await getInitialApplication({ customer, template, design: null });
  if (!first.ok) throw new Error(first.error.message);
  return first.data.application;
}

const ofCustomer = <Request extends CreateCardRequest>(request: Request, id: string): Request => ({
  ...request,
  meta: { ...request.meta, id },
});

describe("a customer's next card", () => {
  it("is prefilled with the company's data but not the person's", async () => {
    const customer = `cust_${randomUUID()}`;
    const request = ofCustomer(sampleBusinessRequest(), customer);
    await issue(request);
    const application = await nextCardOf(customer);
    expect(application).toMatchObject({
      customerType: "Business",
      kycApplicantId: request.kycApplicantId,
      kyc: request.kyc,
      meta: {
        id: customer,
        email: "",
        otpPhoneNumber: { dialCode: request.meta.otpPhoneNumber.dialCode, phoneNumber: "" },
      },
      cardType: "",
    });
  });

  it("is prefilled with a person's customer type and applicant only, without ID document, birthday and address", async () => {
    const customer = `cust_${randomUUID()}`;
    const request = ofCustomer(sampleConsumerRequest(), customer);
    const card = await issue(request);
    const replacement = await nextCardOf(customer, card.id);
    expect(replacement).toMatchObject({
      customerType: "Consumer",
      kycApplicantId: request.kycApplicantId,
      cardType: request.cardType,
      preferredCardName: request.preferredCardName,
    });
    expect(replacement.kyc).toEqual({
      ...EMPTY_APPLICATION.kyc,
      firstName: request.kyc.firstName,
      lastName: request.kyc.lastName,
      fullName: `${request.kyc.firstName} ${request.kyc.lastName}`,
    });
    expect(replacement.meta.otpPhoneNumber.phoneNumber).toBe("");
  });

  it("is not prefilled from another person's card with the same customer ID", async () => {
    const customer = `cust_${randomUUID()}`;
    const request = ofCustomer(sampleBusinessRequest(), customer);
    await issue(request);
    await issue({
      ...request,
      kycApplicantId: "applicant-of-a-stranger",
      kyc: { ...request.kyc, fullName: "Another Company" },
    });
    expect((await nextCardOf(customer)).kycApplicantId).toBe(request.kycApplicantId);
  });

  it("has an encrypted profile, which is ignored if unreadable and deleted after a year", async () => {
    const customer = `cust_${randomUUID()}`;
    const request = ofCustomer(sampleBusinessRequest(), customer);
    await issue(request);
    const { rows } = await db.pool.query("select p::text as row from customer_profiles p");
    const stored = rows.map(({ row }) => row).join();
    expect(stored).toContain(customer);
    expect(stored).not.toContain(request.kyc.businessRegistrationNumber);
    expect(stored).not.toContain(request.kycApplicantId);

    const { authSecret } = env();
    useSecrets("another secret, long enough to be one as well");
    await signInAs("manager");
    expect((await nextCardOf(customer)).kycApplicantId).toBe("");
    useSecrets(authSecret);
    await signInAs("manager");
    expect((await nextCardOf(customer)).kycApplicantId).toBe(request.kycApplicantId);

    await db.pool.query("update customer_profiles set saved_at = now() - interval '366 days'");
    await pruneJob.run({});
    expect((await db.pool.query("select from customer_profiles")).rowCount).toBe(0);
  });
});

it("uses the currency of the newest cards if they all have the same one", async () => {
  const currencyOf = async () => {
    const first = await getInitialApplication({ customer: null, template: null, design: null });
    return first.ok ? first.data.currency : undefined;
  };
  for (const _ of "ab") await issue(ofCustomer(sampleConsumerRequest(), `cust_${randomUUID()}`));
  expect(await currencyOf()).toBe("USD");
  await db.pool.query(
    "update indexed_cards set currency = 'EUR' where id = (select id from indexed_cards limit 1)",
  );
  expect(await currencyOf()).toBe(null);
  await db.pool.query("delete from indexed_cards");
  expect(await currencyOf()).toBe(null);
});

describe("a customer's shipping details", () => {
  async function knownShippingOf(request: CreateCardRequest) {
    const externalCustomerId = `cust_${randomUUID()}`;
    await issue(ofCustomer(request, externalCustomerId));
    return getKnownShipping({ externalCustomerId });
  }

  it("are a company's address, with an alpha-2 country code", async () => {
    const request = sampleBusinessRequest();
    const { line1, line2, city } = request.kyc.businessOperationAddress;
    expect(await knownShippingOf(request)).toMatchObject({
      ok: true,
      data: {
        dialCode: request.meta.otpPhoneNumber.dialCode,
        companyAddress: { line1, line2, city, country: expect.stringMatching(/^[A-Z]{2}$/) },
      },
    });
  });

  it("are only the dial code for a person", async () => {
    const request = sampleConsumerRequest();
    expect(await knownShippingOf(request)).toEqual({
      ok: true,
      data: { dialCode: request.meta.otpPhoneNumber.dialCode, companyAddress: null },
    });
  });

  it("are empty for a customer without a profile", async () => {
    expect(await getKnownShipping({ externalCustomerId: "cust_unknown" })).toEqual({
      ok: true,
      data: { dialCode: null, companyAddress: null },
    });
  });

  it("are returned only to people who may issue cards", async () => {
    await signInAs("support");
    expect(await getKnownShipping({ externalCustomerId: "cust_unknown" })).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
  });
});
