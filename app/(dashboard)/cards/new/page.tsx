import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { CreateWizard } from "@/components/cards/create-wizard/create-wizard";
import { DraftList } from "@/components/cards/create-wizard/draft-list";
import { UnreadableDraft } from "@/components/cards/create-wizard/unreadable-draft";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { EMPTY_APPLICATION, holderOf } from "@/lib/contract/card-application";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { getApprovalNeeds } from "@/lib/queries/approvals";
import { getInitialApplication } from "@/lib/queries/create-card";
import { definePage } from "@/lib/queries/define-page";
import { getDraft, getUnfinishedDrafts } from "@/lib/queries/draft";
import { getTemplates } from "@/lib/queries/templates";
import { newCardView } from "@/lib/url/new-card-view";

export const metadata: Metadata = { title: "Issue a card" };

export default definePage({
  permission: "cards.create",
  path: "/cards/new",
  async render({ actor, searchParams }) {
    const { draft: draftId, customer, like: template, design } = newCardView.parse(searchParams);
    const [savedDraft, initialApplication, unfinished, needs, templates] = await Promise.all([
      draftId === null ? null : getDraft({ draftId }),
      getInitialApplication({ customer, template, design }),
      draftId === null ? getUnfinishedDrafts({}) : null,
      getApprovalNeeds({}),
      getTemplates({}),
    ]);
    const draft = savedDraft?.ok ? savedDraft.data : null;
    const drafts = unfinished?.ok ? unfinished.data : [];
    const initial = initialApplication.ok
      ? initialApplication.data
      : { application: EMPTY_APPLICATION, customer: null, currency: null };
    // The ID is also the operation ID, so that all tabs with this draft issue one card, even before it is saved.
    const id = draftId ?? randomUUID();
    return (
      <>
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/cards", name: "Cards" }]} />}
          title="Issue a card"
          lead="Fields are checked as you type. Nothing is sent until you confirm."
        />
        {[draft, ...drafts].map(
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
        <DraftList
          drafts={drafts.flatMap(({ id: otherId, application, savedAt, outcome }) =>
            application
              ? {
                  draftId: otherId,
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
        {/* Keyed by draft, so that starting a new card resets the wizard. */}
        {!draft?.unreadable && (
          <CreateWizard
            key={id}
            draftId={id}
            operationId={draft?.operationId ?? id}
            application={draft?.application ?? initial.application}
            savedAt={draft?.savedAt ?? null}
            version={draft?.version ?? 0}
            outcome={draft?.outcome ?? "unsent"}
            customer={initial.customer && { id: initial.customer.id, name: initial.customer.name }}
            currency={initial.currency}
            personId={actor.id}
            need={needs.ok ? needs.data.issue : undefined}
            templates={templates.ok ? templates.data.templates : []}
            today={toIsoDate(new Date())}
          />
        )}
      </>
    );
  },
});
