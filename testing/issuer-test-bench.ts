import type { CreateCardRequest } from "@/lib/contract/create-card";
import { createIssuer, type Issuer } from "@/lib/issuer/create-issuer";
import type { Fetch } from "@/lib/issuer/exchange";
import type { IssuerFailure, IssuerResult } from "@/lib/issuer/failure";

export const TEST_KEY = "sk_live_canary_0123456789";

export type SentRequest = { at: number; url: string; init: RequestInit };
export type Responder = (request: SentRequest) => Response | Error | Promise<Response>;

/** A client with a fake clock that only its own delays advance; records everything that it sends and logs. */
export class IssuerTestBench {
  now = Date.parse("2026-11-15T14:03:22Z");
  sent: SentRequest[] = [];
  lines: object[] = [];

  client(responses: Responder, random = () => 0.5): Issuer {
    const fetch: Fetch = async (url, init) => {
      const request = { at: this.now, url, init };
      this.sent.push(request);
      const response = await responses(request);
      if (response instanceof Error) throw response;
      return response;
    };
    const write = (fields: object, message: string) => this.lines.push({ ...fields, message });
    return createIssuer({
      url: "https://issuer.example",
      key: TEST_KEY,
      timeoutMs: 10_000,
      fetch,
      log: { debug: write, info: write, warn: write, error: write },
      now: () => this.now,
      random,
      sleep: async (durationMs) => {
        this.now += durationMs;
      },
    });
  }
}

/** Returns each response once, in order, and then repeats the last. */
export function respondInOrder(...responses: (() => Response | Error)[]): Responder {
  let used = 0;
  return () => {
    const response = responses[Math.min(used, responses.length - 1)];
    used += 1;
    return response?.() ?? new Error("No response was planned");
  };
}

export const designs = () => Response.json({ cardDesigns: [] });

export function failing(status: number, headers: Record<string, string> = {}): () => Response {
  return () => Response.json({ code: status, message: "A fault", status: "failed" }, { status, headers });
}

export function connectionReset(): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
}

export function failureOf(result: IssuerResult<unknown>): IssuerFailure {
  if (result.ok) throw new Error("The call succeeded");
  return result.failure;
}

export const CREATE_REQUEST: CreateCardRequest = {
  kycApplicantId: "applicant-1",
  cardType: "virtual",
  preferredCardName: "Office supplies",
  spendLimit: 500,
  customerType: "Consumer",
  kyc: {
    firstName: "Ada",
    lastName: "Lovelace",
    dob: "1990-12-10",
    residentialAddress: {
      idDocumentType: "passport",
      idDocumentNumber: "X1234567",
      line1: "1 St James Square",
      line2: "Flat 2",
      city: "London",
      country: "GBR",
    },
  },
  meta: { id: "customer-1", otpPhoneNumber: { dialCode: 44, phoneNumber: "7400123456" }, email: null },
};
