import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CardApplication,
  checkApplication,
  firstInvalidPart,
  partOfPath,
  toCreateRequest,
} from "@/lib/contract/card-application";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import { toApplication } from "@/lib/contract/typed-application";
import { type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { businessCardRequest, consumerCardRequest, withValueAt } from "@/testing/arbitraries";
import { anyViolation, createCardViolations } from "@/testing/rule-violations";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";

const RUNS = 500;

let sandbox: TestSandbox;
let today: IsoDate;
beforeAll(async () => {
  sandbox = await openTestSandbox();
  await sandbox.setClock("2027-01-31T12:00:00Z");
  today = toIsoDate(new Date("2027-01-31T12:00:00Z"));
});
afterAll(() => sandbox.close());

/** The issuer's error message, or null if it accepts the request. */
async function findIssuerError(body: unknown): Promise<string | null> {
  const answer = await sandbox.api("POST", "/cards/", body);
  expect([201, 400]).toContain(answer.status);
  return answer.status === 201 ? null : answer.body.message;
}

async function compare(application: CardApplication): Promise<boolean> {
  const errors = checkApplication(application, today);
  const issuerError = await findIssuerError(toCreateRequest(application));
  const isAccepted = firstInvalidPart(application, today) === null;
  expect(isAccepted, JSON.stringify({ errors, issuerError })).toBe(issuerError === null);
  // The wizard must also report the field that the issuer names first, and have a place to show it.
  const [named = ""] = (issuerError ?? "").split(": ");
  if (issuerError !== null) {
    expect(Object.keys(errors)).toContain(named);
    expect(partOfPath(named)).not.toBeNull();
  }
  return isAccepted;
}

// Removes what the contract can't check: unknown designs, and applicant IDs that the KYC provider rejects.
function withoutUncheckable<Request extends CreateCardRequest>(request: Request): Request {
  const { cardDesign: _, ...rest } = request;
  return {
    ...rest,
    kycApplicantId: `a${request.kycApplicantId.replace(/unverified|mismatch/gi, "")}`,
  } as Request;
}

describe.each([
  ["Consumer", consumerCardRequest],
  ["Business", businessCardRequest],
] as const)("an application for a %s", (customerType, requests) => {
  it("is accepted by both the wizard and the sandbox", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(requests("2027-01-31"), async (request) => {
        expect(await compare(toApplication(withoutUncheckable(request)))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("is rejected by both if it breaks one rule, and they name the same field", {
    timeout: 300_000,
  }, async () => {
    let rejectedCount = 0;
    const violations = createCardViolations("2027-01-31", customerType);
    await fc.assert(
      fc.asyncProperty(
        requests("2027-01-31"),
        anyViolation(violations),
        async (request, { violation, invalidValue }) => {
          const application = toWizardInput(
            withValueAt(withoutUncheckable(request), violation.path, invalidValue),
          );
          fc.pre(application !== null);
          if (application && !(await compare(application))) rejectedCount += 1;
        },
      ),
      { numRuns: RUNS },
    );
    expect(rejectedCount).toBeGreaterThan(RUNS / 3);
  });
});

/** Null for values that no field of the wizard can contain, such as a number in a text field. */
function toWizardInput(request: unknown): CardApplication | null {
  try {
    const parsed = CardApplication.safeParse(toApplication(request as CreateCardRequest));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
