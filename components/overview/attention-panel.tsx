import { requestedReportsText } from "@/components/reports/missing-webhooks-callout";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Panel } from "@/components/ui/panel";
import { ShapeMark } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import {
  type Attention,
  type AttentionKind,
  attentionOrder,
  countConnectionIssues,
  countItems,
  GROUP_DISMISSIBLE_KINDS,
  MAX_COUNTED,
} from "@/lib/domain/cards/attention-items";
import { can, type Role } from "@/lib/domain/people/permissions";
import { CheckAgainButton, DismissAllButton } from "./attention-buttons";
import { AttentionGroup, AttentionItem } from "./attention-item";
import { AttentionItems } from "./attention-items";
import { countText } from "./attention-text";
import { DismissedList } from "./dismissed-list";

type AttentionPanelProps = {
  attention: Attention;
  role: Role;
  /** The overview with all items of a kind, or with the newest of each kind. */
  hrefFor: (expandedKind: AttentionKind | null) => string;
  expandedKind: AttentionKind | null;
};

/** Items that need attention, each with an action and a dismiss button. */
export function AttentionPanel(props: AttentionPanelProps) {
  const open = countItems(props.attention) + countConnectionIssues(props.attention);
  return (
    <Panel
      title={open > 0 ? `Needs attention · ${countText(Math.min(open, MAX_COUNTED + 1))}` : "Needs attention"}
      isFlush
    >
      {open === 0 && (
        <p className="flex items-center gap-2 px-4 pt-1 pb-4 text-ink-2">
          <ShapeMark shape="check" className="text-good" />
          You’re all caught up.
        </p>
      )}
      <ConnectionItems {...props} />
      <AttentionGroups {...props} />
    </Panel>
  );
}

/** Only the connection issues, for roles that can't act on cards. */
export function ConnectionPanel(props: Pick<AttentionPanelProps, "attention" | "role">) {
  if (countConnectionIssues(props.attention) === 0) return null;
  return (
    <Panel title="Needs attention" isFlush>
      <ConnectionItems {...props} />
    </Panel>
  );
}

/** The other items for these roles, collapsed. */
export function ReadOnlyAttentionPanel(props: AttentionPanelProps) {
  const open = countItems(props.attention);
  if (open === 0 && props.attention.dismissed.length === 0) return null;
  return (
    <Panel
      title="Handled by support and managers"
      lead={`${countText(Math.min(open, MAX_COUNTED + 1))} open. You have view-only access.`}
      isFlush
    >
      <AttentionGroups {...props} isCollapsed />
    </Panel>
  );
}

function ConnectionItems({ attention, role }: Pick<AttentionPanelProps, "attention" | "role">) {
  return (
    <>
      {attention.issuer && (
        <ul className="border-line border-t">
          <IssuerItem lastResponseAt={attention.issuer.lastResponseAt} />
        </ul>
      )}
      {attention.overdueReports && (
        <ul className="border-line border-t">
          <MissingWebhooksItem {...attention.overdueReports} role={role} />
        </ul>
      )}
    </>
  );
}

type AttentionGroupsProps = AttentionPanelProps & { isCollapsed?: boolean };

function AttentionGroups({
  attention,
  role,
  expandedKind,
  hrefFor,
  isCollapsed = false,
}: AttentionGroupsProps) {
  return (
    <>
      {attentionOrder(role).map((kind) => {
        const { items, total, fingerprint } = attention[kind];
        const dismissibleKind = GROUP_DISMISSIBLE_KINDS.find((dismissible) => dismissible === kind);
        return (
          <AttentionGroup
            key={kind}
            kind={kind}
            total={total}
            shown={items.length}
            restHref={hrefFor(kind)}
            fewerHref={expandedKind === kind ? hrefFor(null) : null}
            isCollapsed={isCollapsed && expandedKind !== kind}
            dismissAll={
              dismissibleKind &&
              fingerprint &&
              total > 1 &&
              can(role, "cards.note") && (
                <DismissAllButton kind={dismissibleKind} total={total} fingerprint={fingerprint} />
              )
            }
          >
            <AttentionItems kind={kind} attention={attention} role={role} />
          </AttentionGroup>
        );
      })}
      {attention.dismissed.length > 0 && (
        <DismissedList dismissed={attention.dismissed} canRestore={can(role, "cards.note")} />
      )}
    </>
  );
}

function IssuerItem({ lastResponseAt }: { lastResponseAt: string | null }) {
  return (
    <AttentionItem
      mark={<ShapeMark shape="cross" className="size-3.5 text-bad" />}
      title={<span className="font-medium text-bad">We couldn’t reach the issuer</span>}
      detail={
        <>
          {lastResponseAt ? (
            <>
              Last response: <DateTime value={lastResponseAt} style="full" />.
            </>
          ) : (
            "The issuer hasn’t responded since this server started."
          )}{" "}
          This page shows the last known data. We’re retrying automatically.
        </>
      }
      action={<CheckAgainButton />}
    />
  );
}

function MissingWebhooksItem({ reports, since, role }: { reports: number; since: string; role: Role }) {
  return (
    <AttentionItem
      mark={<ShapeMark shape="alert" className="size-3.5 text-warn" />}
      title={<span className="font-medium">No webhook events for reports</span>}
      detail={
        <>
          {requestedReportsText(reports)} since <DateTime value={since} />, and no webhook event has arrived.
          Check the webhook URL and secret.
        </>
      }
      action={
        <LinkButton size="small" href={can(role, "webhooks.read") ? "/webhooks" : "/reports?state=requested"}>
          {can(role, "webhooks.read") ? "Open webhooks" : "Open reports"}
        </LinkButton>
      }
    />
  );
}
