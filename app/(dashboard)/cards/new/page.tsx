import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { CreateWizard } from "@/components/cards/create-wizard/create-wizard";
import { UnfinishedDrafts } from "@/components/cards/create-wizard/unfinished-drafts";
import { UnreadableDraft } from "@/components/cards/create-wizard/unreadable-draft";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { EMPTY_APPLICATION, holderOf } from "@/lib/contract/card-application";
import { toIsoDate } from "@/lib/domain/calendar";
import { getInitialApplication } from "@/lib/queries/create-card";
import { definePage } from "@/lib/queries/define-page";
import { getDraft, getUnfinishedDrafts } from "@/lib/queries/draft";
import { newCardView } from "@/lib/url/new-card-view";

export const metadata: Metadata = { title: "Issue a card" };

export default definePage({
  permission: "cards.create",
  path: "/cards/new",
  async render({ actor, searchParams }) {
    const { draft: draftId, customer, like, design } = newCardView.parse(searchParams);
    const [kept, first, unfinished] = await Promise.all([
      draftId === null ? null : getDraft({ draftId }),
      getInitialApplication({ customer, like, design }),
      draftId === null ? getUnfinishedDrafts({}) : null,
    ]);
    const draft = kept?.ok ? kept.data : null;
    const begun = unfinished?.ok ? unfinished.data : [];
    const known = first.ok ? first.data : { application: EMPTY_APPLICATION, customer: null, currency: null };
    // All tabs that open the same new draft must mean the same card, also before it was kept for the first time.
    const id = draftId ?? randomUUID();
    return (
      <>
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/cards", name: "Cards" }]} />}
          title="Issue a card"
          lead="Fields are checked as you type. Nothing is sent until you confirm."
        />
        {[draft, ...begun].map(
          (found) =>
            found?.unreadable && (
              <UnreadableDraft
                key={found.id}
                isOpened={found === draft}
                draft={{
                  draftId: found.id,
                  savedAt: found.savedAt,
                  reason: found.unreadable,
                  isSent: found.outcome === "open",
                }}
              />
            ),
        )}
        <UnfinishedDrafts
          drafts={begun.flatMap(({ id: begunId, application, savedAt, outcome }) =>
            application
              ? {
                  draftId: begunId,
                  holder: holderOf(application),
                  customerType: application.customerType,
                  customerId: application.meta.id,
                  applicantId: application.kycApplicantId,
                  savedAt,
                  isSent: outcome === "open",
                }
              : [],
          )}
        />
        {/* Another draft is another wizard, also when someone asks for a new card while one is open. */}
        {!draft?.unreadable && (
          <CreateWizard
            key={id}
            draftId={id}
            operationId={draft?.operationId ?? id}
            application={draft?.application ?? known.application}
            savedAt={draft?.savedAt ?? null}
            version={draft?.version ?? 0}
            outcome={draft?.outcome ?? "unsent"}
            customer={known.customer && { id: known.customer.id, name: known.customer.name }}
            currency={known.currency}
            personId={actor.id}
            today={toIsoDate(new Date())}
          />
        )}
      </>
    );
  },
});
