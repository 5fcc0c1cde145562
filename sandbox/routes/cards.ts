import { randomInt } from "node:crypto";
import { Hono } from "hono";
import type pg from "pg";
import { BlockCardRequest } from "@/lib/contract/block-card";
import { FreezeCardRequest } from "@/lib/contract/card";
import type { CardDesign } from "@/lib/contract/card-design";
import { type CreateCardRequest, cardholderName, createCardRequest } from "@/lib/contract/create-card";
import { FRAUD_BLOCK_CODE } from "@/lib/contract/error";
import { ListQuery } from "@/lib/contract/list";
import { reissueCardRequest } from "@/lib/contract/reissue-card";
import { isFraudReason } from "@/lib/domain/cards/block-reason";
import { RENEWAL_OPTIONS, renewedExpiry } from "@/lib/domain/cards/renewal";
import { defaultExpiry, toIsoDate } from "@/lib/domain/time/calendar";
import { inTransaction } from "@/lib/postgres/open-database";
import { toWholeSecond } from "@/sandbox/clock";
import { drawCardNumber, drawCvv, drawReplacementNumber } from "@/sandbox/domain/credentials";
import { newId } from "@/sandbox/domain/ids";
import { findKycProblem } from "@/sandbox/domain/kyc-check";
import { cardNotFound, HttpError, parse, readJson } from "@/sandbox/http/http-error";
import { listEnvelope } from "@/sandbox/http/list-envelope";
import type { Sandbox } from "@/sandbox/sandbox";
import * as cards from "@/sandbox/store/cards";
import { findDesign, getDefaultDesign } from "@/sandbox/store/designs";
import type { CardRecord } from "@/sandbox/store/records";
import { recordReissue } from "@/sandbox/store/reissues";

export function cardRoutes({ db, clock, config }: Sandbox) {
  const routes = new Hono({ strict: false });

  routes.get("/", async (context) => {
    const query = parse(ListQuery, context.req.query(), "query");
    const page = await cards.listCards(db.pool, query, config.pageSize);
    return context.json(listEnvelope(context.req.url, query, page, config.pageSize));
  });

  routes.post("/", async (context) => {
    const now = clock.now();
    const request = parse(createCardRequest(toIsoDate(now)), await readJson(context));
    const problem = findKycProblem(request.kycApplicantId);
    if (problem) throw new HttpError(400, `kycApplicantId: ${problem}`);
    const design = await resolveDesign(db.pool, request.cardDesign, "cardDesign");
    const card = await inTransaction(db.pool, async (client) => {
      const record = newCard(request, design, now, config.currency);
      await cards.insertCards(client, [record]);
      await cards.saveApplication(client, record.id, request);
      return record;
    });
    return context.json(cards.toCard(card), 201);
  });

  routes.get("/:cardId", async (context) => {
    const card = await cards.findCard(db.pool, context.req.param("cardId"));
    if (!card) throw cardNotFound();
    return context.json(cards.toCardDetail(card));
  });

  routes.put("/:cardId/freeze", async (context) => {
    const body = await readJson(context);
    await withLockedCard(db.pool, context.req.param("cardId"), async (client, card) => {
      const { freeze } = parse(FreezeCardRequest, body);
      if (card.status !== "BLOCKED") {
        await cards.setStatus(client, card.id, { status: freeze ? "FROZEN" : "ACTIVE", statusReason: null });
      } else if (freeze && isFraudReason(card.statusReason ?? "")) {
        throw new HttpError(400, "The card is blocked for suspected fraud", FRAUD_BLOCK_CODE);
      }
    });
    return context.json({});
  });

  routes.put("/:cardId/block", async (context) => {
    const body = await readJson(context);
    await withLockedCard(db.pool, context.req.param("cardId"), async (client, card) => {
      const { reason } = parse(BlockCardRequest, body);
      await cards.setStatus(client, card.id, { status: "BLOCKED", statusReason: reason });
    });
    return context.json({ message: "Card blocked" });
  });

  routes.put("/:cardId/replace", async (context) => {
    const now = clock.now();
    const today = toIsoDate(now);
    const body = await readJson(context);
    await withLockedCard(db.pool, context.req.param("cardId"), async (client, card) => {
      const request = parse(reissueCardRequest({ isPhysical: card.cardType === "physical" }, today), body);
      if (card.status === "BLOCKED") throw new HttpError(400, "A blocked card cannot be reissued");
      const shipping = request.shippingInformation;
      const design =
        shipping && (await resolveDesign(client, shipping.cardDesign, "shippingInformation.cardDesign"));
      const consequence = RENEWAL_OPTIONS[request.renewOption];
      if (!consequence.oldCardWorks) {
        if (design) await cards.setDesign(client, card.id, design.id);
        await cards.replaceCredentials(client, card.id, {
          cardNumber:
            consequence.cardNumber === "new"
              ? drawReplacementNumber(secureRandom, card.cardNumber)
              : card.cardNumber,
          cvv: drawCvv(secureRandom),
          expiryDate: renewedExpiry(request.renewOption, {
            today,
            current: card.expiryDate,
            custom: request.expiryDate,
          }),
        });
      }
      await recordReissue(client, {
        cardId: card.id,
        at: toWholeSecond(now),
        renewOption: request.renewOption,
        isShipped: card.cardType === "physical",
      });
    });
    return context.json({ message: "Card reissued" });
  });

  return routes;
}

/** Runs `work` in a transaction that holds the card's row lock. */
async function withLockedCard(
  pool: pg.Pool,
  cardId: string,
  work: (client: pg.ClientBase, card: cards.StoredCard) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const card = await cards.lockCard(client, cardId);
    if (!card) throw cardNotFound();
    await work(client, card);
  });
}

async function resolveDesign(
  client: pg.Pool | pg.ClientBase,
  id: string | undefined,
  field: string,
): Promise<CardDesign> {
  if (id === undefined) return getDefaultDesign(client);
  const design = await findDesign(client, id);
  if (!design) throw new HttpError(400, `${field}: must be the id of a card design of this program`);
  if (!design.stock) throw new HttpError(400, `${field}: the design ${design.name} is out of stock`);
  return design;
}

function newCard(request: CreateCardRequest, design: CardDesign, now: Date, currency: string): CardRecord {
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
  };
}

function secureRandom(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}
