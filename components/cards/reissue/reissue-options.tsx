"use client";

import { Fragment, useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { Callout } from "@/components/ui/messages/callout";
import { Badge } from "@/components/ui/values/badge";
import { RENEW_OPTIONS, RENEWAL_OPTIONS, type RenewOption } from "@/lib/domain/cards/renewal";
import { EXPIRY_LABELS, RENEW_OPTION_LABELS } from "./reissue-text";

type ReissueOptionsProps = {
  value: RenewOption | null;
  suggested: RenewOption | null;
  /** A warning about the chosen option. */
  warning: string | null;
  onChange: (option: RenewOption) => void;
  error?: string | undefined;
};

const COLUMNS = "sm:grid-cols-[minmax(0,1fr)_4rem_6rem_4rem_7.5rem]";

/** Compares the six options: what changes, and whether the old card keeps working. */
export function ReissueOptions({ value, suggested, warning, onChange, error }: ReissueOptionsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Reissue options</legend>
      <div
        aria-hidden="true"
        className={classNames("hidden gap-3 px-3 pb-1 text-small text-ink-3 sm:grid", COLUMNS)}
      >
        <span className="pl-7">Option</span>
        <span>Number</span>
        <span>Expiry</span>
        <span>CVV</span>
        <span>Old card</span>
      </div>
      <div className="overflow-clip rounded-control border border-line-strong">
        {RENEW_OPTIONS.map((option) => (
          <Fragment key={option}>
            <OptionRow
              option={option}
              isChosen={option === value}
              isSuggested={option === suggested}
              onChoose={() => onChange(option)}
            />
            {warning && option === value && <OptionWarning key={warning}>{warning}</OptionWarning>}
          </Fragment>
        ))}
      </div>
      {error && <p className="mt-1.5 text-small text-bad">{error}</p>}
    </fieldset>
  );
}

/** Below its option and scrolled into view; below all six it would be off-screen on a phone. */
function OptionWarning({ children }: { children: string }) {
  const warning = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The braces matter: newer browsers return a promise, which React would call as the cleanup.
    warning.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={warning} className="border-line border-b bg-accent-soft p-2 last:border-0">
      <Callout tone="warn" isAnnounced>
        {children}
      </Callout>
    </div>
  );
}

type OptionRowProps = {
  option: RenewOption;
  isChosen: boolean;
  isSuggested: boolean;
  onChoose: () => void;
};

function OptionRow({ option, isChosen, isSuggested, onChoose }: OptionRowProps) {
  const { cardNumber, expiry, cvv, oldCardWorks } = RENEWAL_OPTIONS[option];
  return (
    <label
      className={classNames(
        "grid items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-3 py-2 transition-colors duration-quick last:border-0 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2",
        "grid-cols-[1fr_1.2fr_1fr_1.7fr]",
        COLUMNS,
      )}
    >
      <span className="flex items-center gap-3 max-sm:col-span-4">
        <input
          type="radio"
          name="renew-option"
          value={option}
          checked={isChosen}
          onChange={onChoose}
          className="size-4 shrink-0 appearance-none rounded-full border border-line-control bg-surface outline-none checked:border-[5px] checked:border-accent"
        />
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium">{RENEW_OPTION_LABELS[option]}</span>
          {isSuggested && <Badge tone="accent">Suggested</Badge>}
        </span>
      </span>
      <Detail name="Number" isSame={cardNumber === "same"}>
        {cardNumber === "same" ? "Same" : "New"}
      </Detail>
      <Detail name="Expiry" isSame={expiry === "same"}>
        {EXPIRY_LABELS[expiry]}
      </Detail>
      <Detail name="CVV" isSame={cvv === "same"}>
        {cvv === "same" ? "Same" : "New"}
      </Detail>
      <Detail name="Old card" isSame={oldCardWorks}>
        {oldCardWorks ? "Keeps working" : "Stops working"}
      </Detail>
    </label>
  );
}

function Detail({ name, isSame, children }: { name: string; isSame: boolean; children: string }) {
  return (
    <span className={classNames("text-small", isSame ? "text-ink-3" : "text-ink")}>
      <span className="block text-caption text-ink-3 sm:sr-only">{name} </span>
      {children}
    </span>
  );
}
