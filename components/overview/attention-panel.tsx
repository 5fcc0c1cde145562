import { silenceWords } from "@/components/reports/silence-callout";
import { ShapeMark } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { LinkButton } from "@/components/ui/link-button";
import { Panel } from "@/components/ui/panel";
import {
  type Attention,
  type AttentionKind,
  attentionOrder,
  countConnectionIssues,
  countItems,
  GROUP_DISMISSIBLE_KINDS,
  MAX_COUNTED,
} from "@/lib/domain/attention";
import { can, type Role } from "@/lib/domain/permissions";
import { CheckAgainButton, DismissAllButton } from "./attention-buttons";
import { Group, Item } from "./attention-item";
import { AttentionItems } from "./attention-items";
import { countWords } from "./attention-words";
import { DismissedList } from "./dismissed-list";

type AttentionPanelProps = {
  attention: Attention;
  role: Role;
  /** The overview with all items of a kind, or with the newest few of each. */
  hrefFor: (opened: AttentionKind | null) => string;
  opened: AttentionKind | null;
};

/** What needs someone: each with its one button, and a way to lay it aside with a reason. */
export function AttentionPanel(props: AttentionPanelProps) {
  const waiting = countItems(props.attention) + countConnectionIssues(props.attention);
  return (
    <Panel
      title={
        waiting > 0
          ? `Needs attention · ${countWords(Math.min(waiting, MAX_COUNTED + 1))}`
          : "Needs attention"
      }
      isFlush
    >
      {waiting === 0 && (
        <p className="flex items-center gap-2 px-4 pt-1 pb-4 text-ink-2">
          <ShapeMark shape="check" className="text-good" />
          You’re all caught up.
        </p>
      )}
      <ConnectionItems {...props} />
      <Groups {...props} />
    </Panel>
  );
}

/** For those who can do nothing about the cards: what is wrong with the connection, if anything is. */
export function ConnectionPanel(props: Pick<AttentionPanelProps, "attention" | "role">) {
  if (countConnectionIssues(props.attention) === 0) return null;
  return (
    <Panel title="Needs attention" isFlush>
      <ConnectionItems {...props} />
    </Panel>
  );
}

/** The rest of it for them: by name and number, and folded. */
export function OthersAttentionPanel(props: AttentionPanelProps) {
  const waiting = countItems(props.attention);
  if (waiting === 0 && props.attention.dismissed.length === 0) return null;
  return (
    <Panel
      title="Handled by support and managers"
      lead={`${countWords(Math.min(waiting, MAX_COUNTED + 1))} open. You have view-only access.`}
      isFlush
    >
      <Groups {...props} isFolded />
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
          <SilenceItem {...attention.overdueReports} role={role} />
        </ul>
      )}
    </>
  );
}

type GroupsProps = AttentionPanelProps & { isFolded?: boolean };

function Groups({ attention, role, opened, hrefFor, isFolded = false }: GroupsProps) {
  return (
    <>
      {attentionOrder(role).map((kind) => {
        const { items, total, fingerprint } = attention[kind];
        const group = GROUP_DISMISSIBLE_KINDS.find((dismissible) => dismissible === kind);
        return (
          <Group
            key={kind}
            kind={kind}
            total={total}
            shown={items.length}
            restHref={hrefFor(kind)}
            fewerHref={opened === kind ? hrefFor(null) : null}
            isFolded={isFolded && opened !== kind}
            dismissAll={
              group &&
              fingerprint &&
              total > 1 &&
              can(role, "cards.note") && (
                <DismissAllButton kind={group} total={total} fingerprint={fingerprint} />
              )
            }
          >
            <AttentionItems kind={kind} attention={attention} role={role} />
          </Group>
        );
      })}
      {attention.dismissed.length > 0 && (
        <DismissedList dismissed={attention.dismissed} mayRestore={can(role, "cards.note")} />
      )}
    </>
  );
}

function IssuerItem({ lastResponseAt }: { lastResponseAt: string | null }) {
  return (
    <Item
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

function SilenceItem({ reports, since, role }: { reports: number; since: string; role: Role }) {
  return (
    <Item
      mark={<ShapeMark shape="alert" className="size-3.5 text-warn" />}
      title={<span className="font-medium">No webhook events for reports</span>}
      detail={
        <>
          {silenceWords(reports)} since <DateTime value={since} />, and no webhook event has arrived. Check
          the webhook URL and secret.
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
