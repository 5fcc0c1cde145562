import { afterAll, beforeAll, expect, test } from "vitest";
import type { CardType } from "@/lib/contract/card-type";
import type { RenewOption } from "@/lib/domain/cards/renewal";
import { addDays, addMonths, toIsoDate } from "@/lib/domain/time/calendar";
import type { StoredCard } from "@/sandbox/store/records";
import { sampleConsumerRequest, sampleShipping, withValueAt } from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { EMPTY_TEXT, expectField, expectRejected, NOT_DATES, NOT_TEXT, UNSTORABLE_TEXT } from "./fields";
import { describeRows } from "./rows";

const ADDRESS_FORBIDDEN = [...";:!?<>~\\%^@{}|[]'"];
const FIRST_EXPIRY = "2088-08-08";
const CUSTOM_EXPIRY = "2077-07-07";
const today = toIsoDate(new Date());

let world: TestSandbox;
let physicalId: string;

beforeAll(async () => {
  world = await openTestSandbox();
  physicalId = await issue("physical");
});
afterAll(() => world.close());

async function issue(cardType: CardType): Promise<string> {
  const request = sampleConsumerRequest({ cardType, spendLimit: 100, expiryDate: FIRST_EXPIRY });
  return (await world.api("POST", "/cards/", request)).body.id;
}

const replace = (id: string) => (body: unknown) => world.api("PUT", `/cards/${id}/replace/`, body);

function readCredentials(id: string): StoredCard {
  const card = world.sandbox.state.cards.get(id);
  if (!card) throw new Error(`There is no card ${id}`);
  return card;
}

const buy = async (cardId: string, credentialsVersion: number) =>
  (await world.call("POST", "/sandbox/authorizations", { cardId, amount: 1, credentialsVersion })).body;

/** Reissues a new virtual card and checks every column of the option's row. */
async function expectRenewal(
  renewOption: RenewOption | undefined,
  row: { number: "same" | "new"; expiry: "same" | "three years" | "custom"; cvv: "same" | "new" },
) {
  const id = await issue("virtual");
  const before = readCredentials(id);
  const record = (await world.api("GET", `/cards/${id}/`)).body;
  // A new CVV equals the old one once in a thousand draws, so try up to three times.
  let after = before;
  for (let attempt = 1; attempt <= 3; attempt++) {
    const { status, body } = await replace(id)({ renewOption, expiryDate: CUSTOM_EXPIRY });
    expect(status).toBe(200);
    expect(body).toStrictEqual({ message: expect.any(String) });
    after = readCredentials(id);
    if (row.cvv === "same" || after.cvv !== before.cvv) break;
  }
  const expiries = { same: FIRST_EXPIRY, "three years": addMonths(today, 36), custom: CUSTOM_EXPIRY };
  expect(after.cardNumber === before.cardNumber ? "same" : "new").toBe(row.number);
  expect(after.cvv === before.cvv ? "same" : "new").toBe(row.cvv);
  expect(after.expiryDate).toBe(expiries[row.expiry]);
  const renewed = (await world.api("GET", `/cards/${id}/`)).body;
  expect(renewed).toStrictEqual({ ...record, lastFour: after.cardNumber.slice(-4) });
  const old = await buy(id, before.credentialsVersion);
  if (row.cvv === "same") expect(old).toMatchObject({ approved: true });
  else expect(old).toMatchObject({ approved: false, code: "R4" });
  expect(await buy(id, after.credentialsVersion)).toMatchObject({ approved: true });
}

describeRows("4.6 Renewal options", {
  IDENTICAL_TO_THE_CURRENT_CARD: () =>
    expectRenewal("IDENTICAL_TO_THE_CURRENT_CARD", { number: "same", expiry: "same", cvv: "same" }),
  CALCULATE_NEW_EXPIRY_DATE: () =>
    expectRenewal("CALCULATE_NEW_EXPIRY_DATE", { number: "same", expiry: "three years", cvv: "new" }),
  NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE: () =>
    expectRenewal("NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE", { number: "new", expiry: "same", cvv: "new" }),
  NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE: async () => {
    const row = { number: "new", expiry: "three years", cvv: "new" } as const;
    await expectRenewal("NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE", row);
  },
  SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: () =>
    expectRenewal("SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY", {
      number: "same",
      expiry: "custom",
      cvv: "new",
    }),
  NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: () =>
    expectRenewal("NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY", { number: "new", expiry: "custom", cvv: "new" }),
});

describeRows("4.6 Reissue", {
  renewOption: async () => {
    const send = replace(await issue("virtual"));
    const rejects = [...NOT_TEXT, "", "identical_to_the_current_card", "NEW", "toString"];
    const rule = { required: false, accepts: ["IDENTICAL_TO_THE_CURRENT_CARD"], rejects };
    await expectField({}, "renewOption", rule, send);
    await expectRenewal(undefined, { number: "new", expiry: "three years", cvv: "new" });
  },
  expiryDate: async () => {
    const send = replace(await issue("virtual"));
    const earliest = addMonths(today, 1);
    const rejects = [...NOT_DATES, 20901231, true, {}, today, addDays(earliest, -2)];
    const rule = { accepts: [addDays(earliest, 1), "2099-12-31"], rejects };
    for (const renewOption of [
      "SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY",
      "NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY",
    ]) {
      await expectField({ renewOption }, "expiryDate", { ...rule, required: true }, send);
    }
    for (const renewOption of ["IDENTICAL_TO_THE_CURRENT_CARD", "NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE"]) {
      await expectField(
        { renewOption },
        "expiryDate",
        { required: false, accepts: [today], rejects: [] },
        send,
      );
    }
  },
  shippingInformation: async () => {
    const rule = { accepts: [sampleShipping()], rejects: [null, 7, "text", true] };
    await expectField({}, "shippingInformation", { ...rule, required: true }, replace(physicalId));
    await expectField(
      {},
      "shippingInformation",
      { ...rule, required: false },
      replace(await issue("virtual")),
    );
  },
});

const shipped = { shippingInformation: sampleShipping() };
const expectShipping = (path: string, rule: { required: boolean; accepts: unknown[]; rejects: unknown[] }) =>
  expectField(shipped, `shippingInformation.${path}`, rule, (body) => replace(physicalId)(body));

const NAME = {
  required: true,
  accepts: ["Ada", "Zoë"],
  rejects: [...NOT_TEXT, ...EMPTY_TEXT, ...UNSTORABLE_TEXT],
};

describeRows("4.6 Shipping information", {
  shippingAddress: () =>
    expectShipping("shippingAddress", {
      required: true,
      accepts: [shipped.shippingInformation.shippingAddress],
      rejects: [null, 7, "text", true],
    }),
  recipientFirstName: () => expectShipping("recipientFirstName", NAME),
  recipientLastName: () => expectShipping("recipientLastName", NAME),
  recipientPhoneNumber: () =>
    expectShipping("recipientPhoneNumber", {
      ...NAME,
      accepts: ["7700 900123"],
      rejects: [...NAME.rejects, "none"],
    }),
  recipientDialCode: () =>
    expectShipping("recipientDialCode", {
      required: true,
      accepts: [44, 852],
      rejects: ["44", 0, -1, 4.4, null],
    }),
  recipientEmail: () =>
    expectShipping("recipientEmail", {
      ...NAME,
      accepts: ["ada@example.com"],
      rejects: [...NAME.rejects, "ada"],
    }),
  cardDesign: () =>
    expectShipping("cardDesign", {
      ...NAME,
      accepts: ["dsg_ember"],
      rejects: [...NAME.rejects, "dsg_no", "dsg_tide"],
    }),
});

/** Checks the character rule of 4.6, and the length limit if there is one. */
async function expectAddress(
  field: string,
  { required = true, max = 0, valid = ["1 High St", 'A-1 (b) #2 "x", $5 = z'] } = {},
) {
  const tooLong = max ? ["x".repeat(max + 1)] : [];
  await expectShipping(`shippingAddress.${field}`, {
    required,
    accepts: [...valid, ...(required ? [] : [null, ""]), ...(max ? ["x".repeat(max)] : ["x".repeat(500)])],
    rejects: [
      7,
      true,
      {},
      ...(required ? [null, ...EMPTY_TEXT] : []),
      ...tooLong,
      "São",
      "a\tb",
      "a\u0000b",
      "a\u007fb",
    ],
  });
  const path = `shippingInformation.shippingAddress.${field}`;
  for (const character of ADDRESS_FORBIDDEN) {
    const value = `a${character}b`;
    const response = await replace(physicalId)(withValueAt(shipped, path, value));
    expectRejected(response, path, value);
    expect(response.body.message).toContain(character);
  }
}

describeRows("4.6 Shipping address", {
  line1: () => expectAddress("line1", { max: 50 }),
  line2: () => expectAddress("line2", { required: false }),
  zone: () => expectAddress("zone", { required: false }),
  city: () => expectAddress("city", { max: 20, valid: ["Hong Kong", "Paris"] }),
  postalCode: async () => {
    await expectAddress("postalCode", { max: 10, valid: ["SW1A 1AA", "1010-200", "0"] });
    for (const value of ["1010/2", "#1", "1.2", "1,2", "1_2"]) {
      const path = "shippingInformation.shippingAddress.postalCode";
      expectRejected(await replace(physicalId)(withValueAt(shipped, path, value)), path, value);
    }
  },
  country: () =>
    expectShipping("shippingAddress.country", {
      required: true,
      accepts: ["GB", "HK"],
      rejects: [...NOT_TEXT, "", "GBR", "gb", "XX", "G"],
    }),
});

test("4.6 address text accepts every other character from 33 to 122", async () => {
  const allowed = Array.from({ length: 90 }, (_, index) => String.fromCharCode(33 + index));
  const text = allowed.filter((character) => !ADDRESS_FORBIDDEN.includes(character)).join("");
  const body = withValueAt(shipped, "shippingInformation.shippingAddress.line2", text);
  expect((await replace(physicalId)(body)).status).toBe(200);
});

test("4.6 an unknown card returns 404", async () => {
  const { status, body } = await replace("0198c1f0-0000-7000-8000-000000000000")({});
  expect([status, body.code]).toEqual([404, 404]);
});
