import { randomUUID } from "node:crypto";
import { BlockCardRequest } from "@/lib/contract/block-card";
import { FreezeCardRequest } from "@/lib/contract/card";
import { FRAUD_BLOCK_CODE } from "@/lib/contract/error";
import { reissueCardRequest } from "@/lib/contract/reissue-card";
import { isFraudReason } from "@/lib/domain/cards/block-reason";
import { RENEWAL_OPTIONS, renewedExpiry } from "@/lib/domain/cards/renewal";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { toWholeSecond } from "@/sandbox/clock";
import { drawCvv, drawReplacementNumber, secureRandom } from "@/sandbox/domain/credentials";
import { cardNotFound, HttpError, parse } from "@/sandbox/http/http-error";
import type { StoredCard } from "@/sandbox/store/records";
import type { WorldState } from "@/sandbox/store/state";
import type { World } from "@/sandbox/worlds/world";
import { resolveDesign } from "./resolve-design";

export function getCard({ cards }: WorldState, cardId: string): StoredCard {
  const card = cards.get(cardId.toLowerCase());
  if (!card) throw cardNotFound();
  return card;
}

export function freezeCard(world: World, cardId: string, body: unknown): void {
  const card = getCard(world.state, cardId);
  const { freeze } = parse(FreezeCardRequest, body);
  if (card.status !== "BLOCKED") {
    world.write({ cards: [{ ...card, status: freeze ? "FROZEN" : "ACTIVE", statusReason: null }] });
  } else if (freeze && isFraudReason(card.statusReason ?? "")) {
    throw new HttpError(400, "The card is blocked for suspected fraud", FRAUD_BLOCK_CODE);
  }
  const name = world.recorder.nameOf(cardId);
  world.recorder.add(freeze ? { freeze: name } : { unfreeze: name });
}

export function blockCard(world: World, cardId: string, body: unknown): void {
  const card = getCard(world.state, cardId);
  const { reason } = parse(BlockCardRequest, body);
  world.write({ cards: [{ ...card, status: "BLOCKED", statusReason: reason }] });
  world.recorder.add({ block: { card: world.recorder.nameOf(cardId), reason } });
}

export function reissueCard(world: World, cardId: string, body: unknown): void {
  const now = world.clock.now();
  const today = toIsoDate(now);
  const card = getCard(world.state, cardId);
  const isPhysical = card.cardType === "physical";
  const request = parse(reissueCardRequest({ isPhysical }, today), body);
  if (card.status === "BLOCKED") throw new HttpError(400, "A blocked card cannot be reissued");
  const shipping = request.shippingInformation;
  const design =
    shipping && resolveDesign(world.state, shipping.cardDesign, "shippingInformation.cardDesign");
  const { oldCardWorks, cardNumber } = RENEWAL_OPTIONS[request.renewOption];
  const renewed: StoredCard = {
    ...card,
    cardDesign: design?.id ?? card.cardDesign,
    cardNumber: cardNumber === "new" ? drawReplacementNumber(secureRandom, card.cardNumber) : card.cardNumber,
    cvv: drawCvv(secureRandom),
    expiryDate: renewedExpiry(request.renewOption, {
      today,
      current: card.expiryDate,
      custom: request.expiryDate,
    }),
    // Purchases with the old credentials are declined from now on.
    credentialsVersion: card.credentialsVersion + 1,
  };
  const reissue = {
    id: randomUUID(),
    cardId: card.id,
    at: toWholeSecond(now),
    renewOption: request.renewOption,
    isShipped: isPhysical,
  };
  world.write({ cards: oldCardWorks ? [] : [renewed], reissues: [reissue] });
  world.recorder.add({ reissue: { card: world.recorder.nameOf(cardId), ...request } });
}
