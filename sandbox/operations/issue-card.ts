import { type CreateCardRequest, cardholderName, createCardRequest } from "@/lib/contract/create-card";
import { defaultExpiry, toIsoDate } from "@/lib/domain/time/calendar";
import { toWholeSecond } from "@/sandbox/clock";
import { drawCardNumber, drawCvv, secureRandom } from "@/sandbox/domain/credentials";
import { newId } from "@/sandbox/domain/ids";
import { findKycProblem } from "@/sandbox/domain/kyc-check";
import { HttpError, parse } from "@/sandbox/http/http-error";
import type { DesignRecord, StoredCard } from "@/sandbox/store/records";
import type { World } from "@/sandbox/worlds/world";
import { resolveDesign } from "./resolve-design";

export function issueCard(world: World, body: unknown): StoredCard {
  const now = world.clock.now();
  const request = parse(createCardRequest(toIsoDate(now)), body);
  const problem = findKycProblem(request.kycApplicantId);
  if (problem) throw new HttpError(400, `kycApplicantId: ${problem}`);
  const design = resolveDesign(world.state, request.cardDesign, "cardDesign");
  const card = newCard(request, design, now, world.config.currency);
  world.write({ cards: [card] });
  world.recorder.add({ issue: { request } }, { id: card.id, name: card.cardholderName });
  return card;
}

function newCard(request: CreateCardRequest, design: DesignRecord, now: Date, currency: string): StoredCard {
  return {
    id: newId(now),
    created: toWholeSecond(now),
    currency,
    externalCustomerId: request.meta.id,
    cardholderName: cardholderName(request),
    cardName: request.preferredCardName,
    cardDesign: design.id,
    cardType: request.cardType,
    customerType: request.customerType,
    status: "ACTIVE",
    statusReason: null,
    availableCredit: request.spendLimit ?? 0,
    cardNumber: drawCardNumber(secureRandom),
    cvv: drawCvv(secureRandom),
    expiryDate: request.expiryDate ?? defaultExpiry(toIsoDate(now)),
    credentialsVersion: 1,
    application: request,
  };
}
