"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { holdingsWords } from "@/components/customers/holdings-words";
import { Callout } from "@/components/ui/callout";
import { DateTime } from "@/components/ui/date-time";
import { LinkButton } from "@/components/ui/link-button";
import type { CardApplication } from "@/lib/contract/card-application";
import { issueConcerns } from "@/lib/contract/issue-concerns";
import { countOf } from "@/lib/domain/numbers";
import { concernWords } from "./concern-words";
import { customerOfId } from "./customer-of-id";

type CustomerNoticeProps = {
  application: CardApplication;
  /** Only when the holder is not the customer whom the id belongs to. */
  onlyConflict?: boolean;
  action?: ReactNode;
};

/** Who holds cards under the customer id already, and a warning when that is not who this card is for. */
export function CustomerNotice({ application, onlyConflict = false, action }: CustomerNoticeProps) {
  const id = useDeferredValue(application.meta.id);
  const { data } = useQuery(customerOfId(id));
  const customer = data?.customer;
  if (!customer) return null;
  const conflict = issueConcerns(application, customer).find(({ is }) => is === "other-customer");
  if (!conflict && onlyConflict) return null;
  return (
    <Callout
      tone={conflict ? "warn" : "accent"}
      isAnnounced
      title={
        conflict
          ? `This customer ID belongs to ${customer.name}`
          : `${customer.name} has ${countOf(customer.cards, "card")} under this ID`
      }
      detail={
        <>
          {countOf(customer.cards, "card")}: {holdingsWords(customer)} · first card{" "}
          <DateTime value={customer.since} style="date" />
        </>
      }
      action={
        action ?? (
          <LinkButton size="small" href={`/customers/${encodeURIComponent(customer.id)}`}>
            Open customer
          </LinkButton>
        )
      }
    >
      {conflict ? concernWords(conflict) : "The new card will be listed with their other cards."}
    </Callout>
  );
}
