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
import { type IsoDate, toIsoDate } from "@/lib/domain/calendar";
import { businessCardRequest, consumerCardRequest, withValueAt } from "@/testing/arbitraries";
import { anyOf, createCardBreakages } from "@/testing/breakages";
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

/** The issuer's own verdict: the message of its refusal, or null. What it makes is not looked at again. */
async function refusalOf(body: unknown): Promise<string | null> {
  const answer = await sandbox.api("POST", "/cards/", body);
  expect([201, 400]).toContain(answer.status);
  return answer.status === 201 ? null : answer.body.message;
}

async function compare(application: CardApplication): Promise<boolean> {
  const wrong = checkApplication(application, today);
  const refusal = await refusalOf(toCreateRequest(application));
  const isAccepted = firstInvalidPart(application, today) === null;
  expect(isAccepted, JSON.stringify({ wrong, refusal })).toBe(refusal === null);
  // The field that the issuer names first is one that the wizard holds up too, with a place to show it.
  const [named = ""] = (refusal ?? "").split(": ");
  if (refusal !== null) {
    expect(Object.keys(wrong)).toContain(named);
    expect(partOfPath(named)).not.toBeNull();
  }
  return isAccepted;
}

// A design of this program, or none: the contract cannot know the others. Magic applicants are refused by the
// KYC provider, not by a rule.
function settled<Request extends CreateCardRequest>(request: Request): Request {
  const { cardDesign: _, ...rest } = request;
  return {
    ...rest,
    kycApplicantId: `a${request.kycApplicantId.replace(/unverified|mismatch/gi, "")}`,
  } as Request;
}

describe.each([
  ["Consumer", consumerCardRequest],
  ["Business", businessCardRequest],
] as const)("what is typed for a %s", (customerType, requests) => {
  it("is accepted by the wizard and by the sandbox alike", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(requests("2027-01-31"), async (request) => {
        expect(await compare(toApplication(settled(request)))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("is refused by both with one rule broken, and they name the same field", {
    timeout: 300_000,
  }, async () => {
    let refused = 0;
    const breakages = createCardBreakages("2027-01-31", customerType);
    await fc.assert(
      fc.asyncProperty(requests("2027-01-31"), anyOf(breakages), async (request, { breakage, broken }) => {
        const typed = asTyped(withValueAt(settled(request), breakage.path, broken));
        fc.pre(typed !== null);
        if (typed && !(await compare(typed))) refused += 1;
      }),
      { numRuns: RUNS },
    );
    expect(refused).toBeGreaterThan(RUNS / 3);
  });
});

/** Null for what no field of the wizard can hold, such as a number where text is typed. */
function asTyped(broken: unknown): CardApplication | null {
  try {
    const parsed = CardApplication.safeParse(toApplication(broken as CreateCardRequest));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
