import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addMonths, toIsoDate } from "@/lib/domain/time/calendar";
import { sampleBusinessRequest, sampleConsumerRequest, withValueAt } from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { EMPTY_TEXT, expectField, expectRejected, NOT_DATES, NOT_TEXT, UNSTORABLE_TEXT } from "./fields";
import { describeRows } from "./rows";

const CARD_NAME_UNSUPPORTED = [...";:!?<>~\\%@{}|[]”_"];
const today = toIsoDate(new Date());

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.close());

const consumer = sampleConsumerRequest();
const business = sampleBusinessRequest();
const create = (body: unknown) => world.api("POST", "/cards/", body);

/** `sample` is a consumer or business request; without `max` the field has no length limit. */
async function expectText(
  path: string,
  {
    sample = consumer as object,
    required = true,
    max = Number.POSITIVE_INFINITY,
    valid = [] as string[],
  } = {},
) {
  const limited = Number.isFinite(max);
  await expectField(
    sample,
    path,
    {
      required,
      accepts: [
        ...valid,
        ...(limited ? ["x".repeat(max), "é".repeat(max), "😀".repeat(max)] : ["x".repeat(2000)]),
      ],
      rejects: [
        ...NOT_TEXT,
        ...UNSTORABLE_TEXT,
        ...(required ? EMPTY_TEXT : []),
        ...(limited ? ["x".repeat(max + 1), "😀".repeat(max + 1)] : []),
      ],
    },
    create,
  );
}

const NOT_OBJECTS = [null, 7, "text", true];
const ALPHA_3 = {
  required: true,
  accepts: ["GBR", "USA", "HKG", "ZAF"],
  rejects: [...NOT_TEXT, "", "GB", "gbr", "XXX", "GBRR", " GBR", "England"],
};

describeRows("4.1 Create card", {
  kycApplicantId: async () => {
    await expectText("kycApplicantId", { valid: ["applicant-1"] });
    for (const applicant of ["unverified-1", "my-mismatch-9"]) {
      expectRejected(
        await create(withValueAt(consumer, "kycApplicantId", applicant)),
        "kycApplicantId",
        applicant,
      );
    }
  },
  cardType: async () => {
    const rejects = [...NOT_TEXT, "", "Virtual", "PHYSICAL", "plastic", "toString"];
    await expectField(
      consumer,
      "cardType",
      { required: true, accepts: ["physical", "virtual"], rejects },
      create,
    );
  },
  preferredCardName: async () => {
    await expectText("preferredCardName", {
      max: 27,
      valid: ["A", "O'Brien & Söhne (UK) #1", "“Left quote"],
    });
    for (const character of CARD_NAME_UNSUPPORTED) {
      const name = `Team${character}card`;
      expectRejected(
        await create(withValueAt(consumer, "preferredCardName", name)),
        "preferredCardName",
        name,
      );
    }
  },
  spendLimit: async () => {
    const accepts = [0, 0.01, 99.99, 1_000_000];
    await expectField(
      consumer,
      "spendLimit",
      { required: false, accepts, rejects: [-0.01, -1, null, "100", true, {}] },
      create,
    );
  },
  customerType: async () => {
    const rejects = [...NOT_TEXT, "", "consumer", "Company", "__proto__"];
    await expectField(consumer, "customerType", { required: true, accepts: ["Consumer"], rejects }, create);
    expect((await create(business)).status).toBe(201);
  },
  kyc: async () => {
    const rule = { required: true, accepts: [consumer.kyc], rejects: NOT_OBJECTS };
    await expectField(consumer, "kyc", rule, create);
    expectRejected(await create({ ...consumer, kyc: business.kyc }), "kyc", "the business's");
    expectRejected(await create({ ...business, kyc: consumer.kyc }), "kyc", "the consumer's");
  },
  expiryDate: async () => {
    const earliest = addMonths(today, 1);
    await expectField(
      consumer,
      "expiryDate",
      {
        required: false,
        accepts: [null, addDays(earliest, 1), "2099-12-31"],
        rejects: [...NOT_DATES, 20901231, true, {}, today, addDays(earliest, -2), "1999-01-01"],
      },
      create,
    );
  },
  meta: async () => {
    const rule = { required: true, accepts: [consumer.meta], rejects: NOT_OBJECTS };
    await expectField(consumer, "meta", rule, create);
  },
  cardDesign: async () => {
    const rejects = [...NOT_TEXT, ...UNSTORABLE_TEXT, "", "dsg_unknown", "dsg_tide"];
    const rule = { required: false, accepts: ["dsg_midnight", "dsg_violet"], rejects };
    await expectField(consumer, "cardDesign", rule, create);
  },
});

describeRows("4.1 KYC for Consumer", {
  firstName: () => expectText("kyc.firstName", { max: 20, valid: ["Ada", "José María"] }),
  lastName: () => expectText("kyc.lastName", { max: 20, valid: ["Lovelace", "Nguyễn"] }),
  dob: async () => {
    const rejects = [...NOT_TEXT, ...NOT_DATES, today, addDays(today, 2)];
    const accepts = ["1815-12-10", "2000-02-29", addDays(today, -2)];
    await expectField(consumer, "kyc.dob", { required: true, accepts, rejects }, create);
  },
  residentialAddress: () =>
    expectField(
      consumer,
      "kyc.residentialAddress",
      { required: true, accepts: [consumer.kyc.residentialAddress], rejects: NOT_OBJECTS },
      create,
    ),
});

const RESIDENTIAL = "kyc.residentialAddress";

describeRows("4.1 Residential address", {
  idDocumentType: () => expectText(`${RESIDENTIAL}.idDocumentType`, { valid: ["passport", "national ID"] }),
  idDocumentNumber: () => expectText(`${RESIDENTIAL}.idDocumentNumber`, { max: 255 }),
  line1: () => expectText(`${RESIDENTIAL}.line1`, { max: 255 }),
  line2: () => expectText(`${RESIDENTIAL}.line2`, { max: 255 }),
  city: () => expectText(`${RESIDENTIAL}.city`, { max: 255, valid: ["São Paulo"] }),
  country: () => expectField(consumer, `${RESIDENTIAL}.country`, ALPHA_3, create),
  postalCode: () => expectText(`${RESIDENTIAL}.postalCode`, { required: false, valid: ["", "SW1A 1AA"] }),
});

describeRows("4.1 KYC for Business", {
  fullName: () => expectText("kyc.fullName", { sample: business, valid: ["Ünal & Co. Ltd"] }),
  entityType: () =>
    expectField(
      business,
      "kyc.entityType",
      { required: true, accepts: ["personal", "company"], rejects: [...NOT_TEXT, "", "Company", "charity"] },
      create,
    ),
  businessRegistrationNumber: () => expectText("kyc.businessRegistrationNumber", { sample: business }),
  businessOperationAddress: () =>
    expectField(
      business,
      "kyc.businessOperationAddress",
      { required: true, accepts: [business.kyc.businessOperationAddress], rejects: NOT_OBJECTS },
      create,
    ),
});

const OPERATION = "kyc.businessOperationAddress";

describeRows("4.1 Business operation address", {
  line1: () => expectText(`${OPERATION}.line1`, { sample: business }),
  line2: () => expectText(`${OPERATION}.line2`, { sample: business }),
  city: () => expectText(`${OPERATION}.city`, { sample: business }),
  country: () => expectField(business, `${OPERATION}.country`, ALPHA_3, create),
  postalCode: () => expectText(`${OPERATION}.postalCode`, { sample: business, required: false }),
});

describeRows("4.1 Meta", {
  id: () => expectText("meta.id", { valid: ["customer-1", "42"] }),
  otpPhoneNumber: async () => {
    const phone = "meta.otpPhoneNumber";
    const rule = {
      required: true,
      accepts: [{ dialCode: 44, phoneNumber: "7700 900123" }],
      rejects: NOT_OBJECTS,
    };
    await expectField(consumer, phone, rule, create);
    const dialCode = {
      required: true,
      accepts: [1, 44, 852],
      rejects: ["44", "+44", -1, 0, 4.4, null, true, {}],
    };
    await expectField(consumer, `${phone}.dialCode`, dialCode, create);
    const rejects = [...NOT_TEXT, ...EMPTY_TEXT, ...UNSTORABLE_TEXT, "call me", "1".repeat(30)];
    const number = { required: true, accepts: ["7700900123"], rejects };
    await expectField(consumer, `${phone}.phoneNumber`, number, create);
  },
  email: () =>
    expectField(
      consumer,
      "meta.email",
      {
        required: false,
        accepts: [null, "ada@example.com"],
        rejects: [7, true, {}, "ada", "ada@", "@example.com", "a b@example.com", "a\u0000@example.com"],
      },
      create,
    ),
});

test("4.1 a rejected request creates no card", async () => {
  await world.reset();
  await create(withValueAt(consumer, "kyc.firstName", undefined));
  await create(withValueAt(consumer, "cardDesign", "dsg_unknown"));
  await create(withValueAt(consumer, "kycApplicantId", "unverified"));
  expect((await world.api("GET", "/cards/")).body).toMatchObject({ count: 0, results: [] });
});
