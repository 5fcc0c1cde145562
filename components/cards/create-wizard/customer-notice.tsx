"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { cardSummaryText } from "@/components/customers/card-summary-text";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";
import type { CardApplication } from "@/lib/contract/card-application";
import { concernText, issueConcerns } from "@/lib/contract/issue-concerns";
import { countOf } from "@/lib/domain/money/numbers";
import { customerByIdQuery } from "./customer-by-id";

type CustomerNoticeProps = {
  application: CardApplication;
  /** Show the notice only if the customer ID belongs to someone else. */
  onlyConflict?: boolean;
  action?: ReactNode;
};

/** Shows who already has cards under the customer ID, and warns if that isn't this card's holder. */
export function CustomerNotice({ application, onlyConflict = false, action }: CustomerNoticeProps) {
  const id = useDeferredValue(application.meta.id);
  const { data } = useQuery(customerByIdQuery(id));
  const customer = data?.customer;
  if (!customer) return null;
  const conflict = issueConcerns(application, data.known).find(({ is }) => is !== "no-credit");
  if (!conflict && onlyConflict) return null;
  return (
    <Callout
      tone={conflict ? "warn" : "accent"}
      isAnnounced
      title={
        conflict
          ? conflict.is === "other-applicant"
            ? `${customer.name} has another KYC applicant`
            : `This customer ID belongs to ${customer.name}`
          : `${customer.name} has ${countOf(customer.cards, "card")} under this ID`
      }
      detail={
        <>
          {countOf(customer.cards, "card")}: {cardSummaryText(customer)} · first card{" "}
          <DateTime value={customer.since} style="date" />
        </>
      }
      action={
        action ?? (
          <LinkButton size="small" href={`/customers/${encodeURIComponent(customer.id)}`}>
            View customer
          </LinkButton>
        )
      }
    >
      {conflict ? concernText(conflict) : "The new card will be listed with their other cards."}
    </Callout>
  );
}
