import {
  type CardApplication,
  checkApplication,
  checkedCreateRequest,
  EMPTY_APPLICATION,
  tidyApplication,
} from "@/lib/contract/card-application";
import type { CardDesign } from "@/lib/contract/card-design";
import { type CreateCardRequest, NO_LINE_2 } from "@/lib/contract/create-card";
import {
  type CustomerConcern,
  customerConcerns,
  type KnownCustomer,
  opensWithoutCredit,
} from "@/lib/contract/issue-concerns";
import { ageQuestion } from "@/lib/domain/cards/holder-age";
import { splitInternational } from "@/lib/domain/countries/phone";
import { similarCardKey } from "@/lib/domain/issue-rows/card-identity";
import { type CustomerType, ISSUE_COLUMNS, type IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import {
  type IssueCells,
  type IssueRow,
  isImpossibleDay,
  splitPhone,
} from "@/lib/domain/issue-rows/read-rows";
import { toPlainDecimal } from "@/lib/domain/money/typed-amount";
import { foldForm } from "@/lib/domain/text/fold-text";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** Texts by column. Problems are predicates, as those of the contract; warnings are sentences. */
export type CellTexts = Partial<Record<IssueColumnKey, string>>;
export type RowCheck = { problems: CellTexts; warnings: CellTexts };

/** Values for the rows in which the cell is empty. */
export type IssueDefaults = IssueCells;

export type CheckContext = {
  today: IsoDate;
  /** Null if they can't be read; the issuer then checks them. */
  designs: readonly Pick<CardDesign, "id" | "name" | "stock">[] | null;
  defaults: IssueDefaults;
};

/** More than any value needs: a few kilobytes that fill all rows would take the server a minute to check. */
export const CELL_MAX_LENGTH = 500;
const TOO_LONG = `must be at most ${CELL_MAX_LENGTH} characters`;

/** Every rule of the contract, as the wizard has it, for one row. */
export function checkRow(cells: IssueCells, context: CheckContext): RowCheck {
  const filled = fillCells(cells, context.defaults);
  const tooLong = ISSUE_COLUMNS.filter(({ key }) => (filled[key]?.length ?? 0) > CELL_MAX_LENGTH);
  if (tooLong.length > 0)
    return { problems: Object.fromEntries(tooLong.map(({ key }) => [key, TOO_LONG])), warnings: {} };
  const application = toApplication(filled, context.designs);
  const problems: CellTexts = {};
  for (const [path, message] of Object.entries(checkApplication(application, context.today))) {
    const key = keyOfPath(path);
    if (key) problems[key] ??= message;
  }
  if (filled.design && context.designs && !findDesign(filled.design, context.designs))
    problems.design = "must be the name or ID of one of the program’s designs";
  for (const key of ["dob", "expiryDate"] as const)
    if (problems[key] && isImpossibleDay(filled[key] ?? "")) problems[key] = "must be a day that exists";
  // A row may also name its country.
  if (filled.country && problems.country)
    problems.country = "must be a country’s code, such as GBR, or its English name";
  const { dialCode = "", phone = "" } = filled;
  const international = splitInternational(phone);
  if (international && dialCode && !problems.dialCode && String(international.dialCode) !== dialCode)
    problems.phone = `must not begin with another dial code than ${dialCode}`;
  return { problems, warnings: findWarnings(cells, filled, application, context) };
}

/** What is wrong with the values for all rows themselves. */
export function checkDefaults(context: CheckContext): CellTexts {
  const { problems } = checkRow({}, context);
  return Object.fromEntries(
    Object.entries(problems).filter(([key]) => context.defaults[key as IssueColumnKey]),
  );
}

/** Each row by itself; `compareRows` finds what several have in common. */
export function checkRows(rows: readonly IssueRow[], context: CheckContext): RowCheck[] {
  return rows.map(({ cells }) => checkRow(cells, context));
}

/** The request of a row without problems. */
export function toRequest(cells: IssueCells, context: CheckContext): CreateCardRequest {
  const application = toApplication(fillCells(cells, context.defaults), context.designs);
  return checkedCreateRequest(tidyApplication(application));
}

/** At least as many rows make a usual limit. */
const MIN_LIMITS = 5;
const UNUSUAL_FACTOR = 10;

/** Warnings about rows that repeat another one, name another holder or applicant for its customer ID, or have a limit far above the others’; by position in `rows`. */
export function compareRows(rows: readonly IssueRow[], defaults: IssueDefaults): Map<number, CellTexts> {
  const warnings = new Map<number, CellTexts>();
  const warn = (index: number, texts: CellTexts) => warnings.set(index, { ...warnings.get(index), ...texts });
  const filled = rows.map(({ cells }) => fillCells(cells, defaults));
  const firstNumbers = new Map<string, number>();
  for (const [index, { customerId, cardType, cardName }] of filled.entries()) {
    if (!customerId || !cardName) continue;
    const identity = similarCardKey({ customerId, cardType: cardType ?? "", cardName });
    const first = firstNumbers.get(identity);
    const number = rows[index]?.number ?? 0;
    if (first === undefined) firstNumbers.set(identity, number);
    else warn(index, { cardName: `The same customer, card type, and name as in row ${first}.` });
  }
  const firstRows = new Map<string, { number: number; customer: KnownCustomer }>();
  for (const [index, cells] of filled.entries()) {
    const { customerId = "", kycApplicantId = "" } = cells;
    const name = holderOf(cells);
    if (!customerId || !name) continue;
    const id = foldForm(customerId);
    const first = firstRows.get(id);
    if (!first) {
      const customer = { id, name, otherNames: [], kycApplicantId: kycApplicantId || null };
      firstRows.set(id, { number: rows[index]?.number ?? 0, customer });
      continue;
    }
    for (const concern of customerConcerns({ name, customerId, kycApplicantId }, first.customer))
      warn(index, describeConcern(concern, first.number));
  }
  const limits = filled.map(({ spendLimit }) => Number(toPlainDecimal(spendLimit ?? "") ?? 0));
  const usual = limits.filter((limit) => limit > 0).sort((a, b) => a - b);
  const median = usual[Math.floor(usual.length / 2)] ?? 0;
  if (usual.length >= MIN_LIMITS)
    for (const [index, limit] of limits.entries())
      if (limit > UNUSUAL_FACTOR * median)
        warn(index, { spendLimit: `More than ${UNUSUAL_FACTOR} times the usual limit of this file.` });
  return warnings;
}

function describeConcern({ is, customer }: CustomerConcern, row: number): CellTexts {
  return is === "other-applicant"
    ? { kycApplicantId: `Not the applicant of row ${row}, which is for the same customer.` }
    : { customerId: `Also the ID of ${customer.name} in row ${row}. One customer gets both cards.` };
}

function holderOf({ customerType, legalName, firstName, lastName }: IssueCells): string {
  if (customerType === "Business") return legalName ?? "";
  return [firstName, lastName].filter(Boolean).join(" ");
}

function fillCells(cells: IssueCells, defaults: IssueDefaults): IssueCells {
  const filled = { ...splitPhone(cells) };
  for (const { key } of ISSUE_COLUMNS) if (!filled[key] && defaults[key]) filled[key] = defaults[key];
  return filled;
}

function findWarnings(
  cells: IssueCells,
  filled: IssueCells,
  application: CardApplication,
  { designs, today }: CheckContext,
): CellTexts {
  const warnings: CellTexts = {};
  const type = filled.customerType;
  for (const { key, types } of ISSUE_COLUMNS)
    if (cells[key] && type && isCustomerType(type) && !types.includes(type))
      warnings[key] = type === "Consumer" ? "Not used for a consumer." : "Not used for a business.";
  const digits = filled.phone?.replace(/\D/g, "") ?? "";
  if (filled.dialCode && digits.startsWith(filled.dialCode) && digits.length > USUAL_DIGITS)
    warnings.phone = "Begins with its own dial code. One-time codes may not arrive.";
  const question = type !== "Business" && ageQuestion(filled.dob ?? "", today);
  if (question) warnings.dob = question;
  if (isExample(cells)) warnings.customerId = "This is the template’s example.";
  if (opensWithoutCredit(application)) warnings.spendLimit = "Opens with nothing to spend.";
  const design = designs?.find(({ id }) => id === application.cardDesign);
  if (design && !design.stock && filled.cardType === "physical")
    warnings.design = "This design is out of stock.";
  return warnings;
}

/** Few countries have longer numbers. */
const USUAL_DIGITS = 10;
const EXAMPLE = new Map(ISSUE_COLUMNS.map(({ key, example }) => [key, example]));

function isExample({ customerId, kycApplicantId }: IssueCells): boolean {
  return customerId === EXAMPLE.get("customerId") && kycApplicantId === EXAMPLE.get("kycApplicantId");
}

function toApplication(cells: IssueCells, designs: CheckContext["designs"]): CardApplication {
  const of = (key: IssueColumnKey) => cells[key] ?? "";
  const address = {
    line1: of("line1"),
    line2: of("line2") || NO_LINE_2,
    city: of("city"),
    country: of("country"),
    postalCode: of("postalCode"),
  };
  const { kyc } = EMPTY_APPLICATION;
  return {
    // Any text; the schema says what it must be.
    customerType: of("customerType") as CardApplication["customerType"],
    kycApplicantId: of("kycApplicantId"),
    kyc:
      cells.customerType === "Business"
        ? {
            ...kyc,
            fullName: of("legalName"),
            entityType: of("entityType") as CardApplication["kyc"]["entityType"],
            businessRegistrationNumber: of("registrationNumber"),
            businessOperationAddress: address,
          }
        : {
            ...kyc,
            firstName: of("firstName"),
            lastName: of("lastName"),
            dob: of("dob"),
            residentialAddress: {
              ...address,
              idDocumentType: of("documentType"),
              idDocumentNumber: of("documentNumber"),
            },
          },
    meta: {
      id: of("customerId"),
      otpPhoneNumber: {
        dialCode: of("dialCode") === "" ? null : readDialCode(of("dialCode")),
        phoneNumber: of("phone"),
      },
      email: of("email"),
    },
    cardType: of("cardType") as CardApplication["cardType"],
    preferredCardName: of("cardName"),
    cardDesign: findDesign(of("design"), designs)?.id ?? of("design"),
    spendLimit: of("spendLimit"),
    expiryDate: of("expiryDate"),
  };
}

/** NaN for anything else, such as 4e1. */
function readDialCode(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
}

export function findDesign<Design extends Pick<CardDesign, "id" | "name">>(
  text: string,
  designs: readonly Design[] | null,
) {
  const wanted = text.trim().toLowerCase();
  return designs?.find(({ id, name }) => id === text || name.trim().toLowerCase() === wanted) ?? null;
}

/** By the last names of the request’s paths, which are the same for both customer types. */
const KEYS: Readonly<Record<string, IssueColumnKey>> = {
  customerType: "customerType",
  kycApplicantId: "kycApplicantId",
  firstName: "firstName",
  lastName: "lastName",
  dob: "dob",
  idDocumentType: "documentType",
  idDocumentNumber: "documentNumber",
  fullName: "legalName",
  entityType: "entityType",
  businessRegistrationNumber: "registrationNumber",
  line1: "line1",
  line2: "line2",
  city: "city",
  country: "country",
  postalCode: "postalCode",
  id: "customerId",
  dialCode: "dialCode",
  phoneNumber: "phone",
  email: "email",
  cardType: "cardType",
  preferredCardName: "cardName",
  cardDesign: "design",
  spendLimit: "spendLimit",
  expiryDate: "expiryDate",
};

/** The column of a field that the contract or the issuer names. */
export function keyOfPath(path: string): IssueColumnKey | null {
  return KEYS[path.split(".").at(-1) ?? ""] ?? null;
}

function isCustomerType(text: string): text is CustomerType {
  return text === "Consumer" || text === "Business";
}
