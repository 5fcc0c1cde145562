import type { Metadata } from "next";
import { cookies } from "next/headers";
import { cardSummaryText } from "@/components/customers/card-summary-text";
import { CustomerCards } from "@/components/customers/customer-cards";
import { CustomerSpend } from "@/components/customers/customer-spend";
import { CustomerTransactions } from "@/components/customers/customer-transactions";
import { UnknownCustomer } from "@/components/customers/unknown-customer";
import { IndexFreshness } from "@/components/layout/index-freshness";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { NoteForm } from "@/components/notes/note-form";
import { NoteList } from "@/components/notes/note-list";
import { cardHref, cardsHref } from "@/components/overview/list-links";
import { RangeBar } from "@/components/overview/range-bar";
import { CustomerRunButton } from "@/components/runs/customer-run-button";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { parseTablePreferences, tableCookie } from "@/lib/client/table-preferences";
import { type Customer, readPathId } from "@/lib/domain/cards/customer";
import { newCardHref } from "@/lib/domain/cards/new-card-links";
import { countOf } from "@/lib/domain/money/numbers";
import { splitSubject } from "@/lib/domain/people/note";
import { can } from "@/lib/domain/people/permissions";
import { RUN_PERMISSIONS } from "@/lib/domain/runs/run";
import { getCompany } from "@/lib/queries/create-card";
import { getCustomer, getCustomerFigures } from "@/lib/queries/customer";
import { definePage } from "@/lib/queries/define-page";
import { readDesigns } from "@/lib/queries/design-names";
import { getIndexState } from "@/lib/queries/index-state";
import { getTransactionsPage } from "@/lib/queries/transactions";
import { cardsView } from "@/lib/url/cards-view";
import { customerView } from "@/lib/url/customer-view";
import { issueView } from "@/lib/url/run-view";
import { transactionsView } from "@/lib/url/transactions-view";

export const metadata: Metadata = { title: "Customer" };

const MIN_REFRESH_INTERVAL_MS = 4_000;

export default definePage({
  permission: "cards.read",
  path: "/customers/[externalCustomerId]",
  async render({ actor, params, searchParams, since }) {
    const customerId = readPathId(params.externalCustomerId ?? "");
    const path = `/customers/${encodeURIComponent(customerId)}`;
    const view = customerView.parse(searchParams);
    const [index, found, company, designs, figures, page] = await Promise.all([
      getIndexState({}),
      getCustomer({ customerId }),
      can(actor.role, "bulk.run") ? getCompany({ customerId }) : null,
      readDesigns(),
      getCustomerFigures({ customerId, range: view.range, from: view.from, to: view.to }),
      getTransactionsPage({
        ...transactionsView.defaults,
        customer: customerId,
        page: view.page,
        after: view.after,
        before: view.before,
      }),
    ]);
    const indexState = index.ok ? index.data : null;
    if (!found.ok)
      return (
        <>
          <RefreshOn since={since} topics={["cards", "index"]} minIntervalMs={MIN_REFRESH_INTERVAL_MS} />
          <UnknownCustomer id={customerId} index={indexState} />
        </>
      );
    const { customer, cards, lastFours, notes } = found.data;
    const runKind = runKindFor(customer);
    const cookie = (await cookies()).get(tableCookie("customer-transactions"))?.value;
    const preferences = parseTablePreferences(cookie);
    return (
      <>
        <RefreshOn
          since={since}
          topics={[`customer:${customerId}`, ...cards.map(({ id }) => `card:${id}`)]}
        />
        <RefreshOn
          since={since}
          topics={["cards", "transactions", "index"]}
          minIntervalMs={MIN_REFRESH_INTERVAL_MS}
        />
        <PageHeader
          title={customer.name}
          actions={
            <>
              {runKind && can(actor.role, RUN_PERMISSIONS[runKind]) && (
                <CustomerRunButton
                  kind={runKind}
                  filter={cardsView.href("", { customer: customer.id })}
                  count={customer.cards}
                />
              )}
              {company?.ok && company.data.cells && (
                <LinkButton href={issueView.href("/bulk/issue", { company: customer.id })}>
                  Issue to a team
                </LinkButton>
              )}
              {can(actor.role, "cards.create") && (
                <LinkButton href={newCardHref({ customer: customer.id })}>Issue another card</LinkButton>
              )}
            </>
          }
          lead={
            <span className="flex flex-wrap items-center gap-x-3">
              <CopyableId id={customer.id} name="customer ID" isFull />
              <CardSummary customer={customer} />
              {indexState && (
                <span className="flex flex-wrap gap-x-3 text-small text-ink-3">
                  <IndexFreshness initial={indexState} isSubset />
                  <IndexFreshness initial={indexState} of="transactions" isSubset />
                </span>
              )}
            </span>
          }
        />
        <div className="flex flex-col gap-5">
          <section aria-label="Cards">
            <CustomerCards customer={customer} cards={cards} designs={designs} />
          </section>
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Panel
              title="Spend"
              lead="Cleared and pending purchases, as billed"
              action={
                figures.ok && (
                  <RangeBar
                    path={path}
                    view={view}
                    defaults={customerView.defaults}
                    range={figures.data.range}
                    today={figures.data.today}
                  />
                )
              }
            >
              {figures.ok ? (
                <CustomerSpend
                  customerId={customerId}
                  range={figures.data.range}
                  rows={figures.data.transactions}
                />
              ) : (
                <ErrorState error={figures.error} isInline />
              )}
            </Panel>
            <Panel title="Notes" lead="On this customer and their cards">
              <div className="flex flex-col gap-4">
                {can(actor.role, "cards.note") && <NoteForm subject={`customer:${customerId}`} />}
                {notes.length > 0 ? (
                  <NoteList notes={notes} about={(subject) => noteSubject(subject, lastFours)} />
                ) : (
                  <p className="text-ink-2">No notes yet</p>
                )}
              </div>
            </Panel>
          </div>
          <section aria-label="Transactions">
            <h2 className="mb-2 text-section font-semibold">Transactions</h2>
            <CustomerTransactions
              customerId={customerId}
              path={path}
              view={view}
              defaults={customerView.defaults}
              page={page.ok ? page.data : null}
              error={page.ok ? null : page.error}
              preferences={preferences}
            />
          </section>
        </div>
      </>
    );
  },
});

/** What can be done with all cards of a customer at once, if anything. */
function runKindFor({ byStatus }: Customer): "freeze" | "unfreeze" | null {
  const has = (wanted: string) => byStatus.some(({ status }) => status === wanted);
  return has("ACTIVE") ? "freeze" : has("FROZEN") ? "unfreeze" : null;
}

function CardSummary({ customer }: { customer: Customer }) {
  return (
    <span>
      <IntentLink
        href={cardsHref({ customer: customer.id })}
        className="rounded-[3px] hover:text-ink hover:underline"
      >
        {countOf(customer.cards, "card")}
      </IntentLink>
      : {cardSummaryText(customer)}
    </span>
  );
}

/** Null for a note on the customer. */
function noteSubject(subject: string, lastFours: Record<string, string>) {
  const { kind, id } = splitSubject(subject);
  if (kind === "customer") return null;
  return (
    <IntentLink href={cardHref(id)} className="rounded-[3px] hover:underline">
      on card •• {lastFours[id]}
    </IntentLink>
  );
}
