import type { BlockCardRequest } from "@/lib/contract/block-card";
import type { FreezeCardRequest } from "@/lib/contract/card";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import { API_PREFIX, ENDPOINTS, type Endpoint, type EndpointName } from "@/lib/contract/endpoints";
import type { ReissueCardRequest } from "@/lib/contract/reissue-card";
import { latestAvailableDate } from "@/lib/domain/reports/report-calendar";
import { toIsoDate } from "@/lib/domain/time/calendar";
import type { World } from "@/sandbox/worlds/world";

/** A call of each endpoint that works in this world as it is. */
export type ExampleCall = {
  name: EndpointName;
  method: Endpoint["method"];
  summary: string;
  /** With the query. */
  path: string;
  body: object | null;
  /** There is no card yet to call it for. */
  needsCard: boolean;
};

const NEW_CARD = {
  customerType: "Consumer",
  kycApplicantId: "applicant-1",
  cardType: "virtual",
  preferredCardName: "Travel",
  spendLimit: 500,
  kyc: {
    firstName: "Ada",
    lastName: "Lovelace",
    dob: "1985-12-10",
    residentialAddress: {
      idDocumentType: "passport",
      idDocumentNumber: "X1234567",
      line1: "12 St James Square",
      line2: "none",
      city: "London",
      country: "GBR",
    },
  },
  meta: { id: "cust_1", otpPhoneNumber: { dialCode: 44, phoneNumber: "7911 123456" } },
} satisfies CreateCardRequest;

const BODIES: { [Name in EndpointName]?: object } = {
  createCard: NEW_CARD,
  freezeCard: { freeze: true } satisfies FreezeCardRequest,
  blockCard: { reason: "lost" } satisfies BlockCardRequest,
  reissueCard: { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" } satisfies ReissueCardRequest,
};

const NEWEST_CARDS = 200;

export function exampleCalls(world: World): ExampleCall[] {
  const { state, clock } = world;
  const values: Record<string, string | undefined> = {
    cardId: findCardId(world),
    cardDesignID: [...state.designs][0]?.id,
    fileType: "daily",
  };
  const queries: { [Name in EndpointName]?: string } = {
    requestFile: `?date=${latestAvailableDate("daily", toIsoDate(clock.now()))}`,
  };
  return (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => {
    const { method, path, summary } = ENDPOINTS[name];
    const filled = path.replaceAll(
      /\{(\w+)\}/g,
      (placeholder, parameter) => values[parameter] ?? placeholder,
    );
    return {
      name,
      method,
      summary,
      path: `${API_PREFIX}${filled}${queries[name] ?? ""}`,
      body: BODIES[name] ?? null,
      needsCard: filled.includes("{cardId}"),
    };
  });
}

/** A virtual card: to reissue a physical one, an address is required. */
function findCardId({ state }: World): string | undefined {
  const { rows } = state.cards.page({ page: 1 }, NEWEST_CARDS);
  return rows.find(({ status, cardType }) => status === "ACTIVE" && cardType === "virtual")?.id;
}
