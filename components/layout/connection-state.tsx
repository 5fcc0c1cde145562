import { classNames } from "@/components/ui/class-names";
import { ShapeMark } from "@/components/ui/values/badge";
import type { StreamState } from "@/lib/client/event-stream";

export type IssuerState =
  | { state: "reachable"; latencyMs: number }
  /** The circuit breaker is open. */
  | { state: "unreachable" }
  | { state: "unknown" };

/** Whether the browser reaches the dashboard, without which the issuer's state is unknown. */
export type DashboardConnection = "connected" | "offline" | "unreachable";

const ISSUER_STYLES = {
  reachable: { shape: "dot", tone: "text-good" },
  unreachable: { shape: "cross", tone: "text-bad" },
  unknown: { shape: "ring", tone: "text-ink-3" },
} as const;

const STREAM_STYLES = {
  on: { label: "Connected", tip: "Your team’s changes appear within a second." },
  connecting: { label: "Connecting", tip: "Connecting to receive updates." },
  off: { label: "Disconnected", tip: "Updates are off. Reload the page to see changes." },
} as const satisfies Record<StreamState, { label: string; tip: string }>;

const UNREACHABLE_TEXT = {
  offline: {
    label: "Offline",
    tip: "Your browser is offline. This page may be out of date, and your changes won’t reach the issuer.",
  },
  unreachable: {
    label: "No connection",
    tip: "Cardwell isn’t responding. This page may be out of date. Reconnecting…",
  },
} as const satisfies Record<Exclude<DashboardConnection, "connected">, { label: string; tip: string }>;

type ConnectionStateProps = { dashboard: DashboardConnection; issuer: IssuerState; stream: StreamState };

export function ConnectionState({ dashboard, issuer, stream }: ConnectionStateProps) {
  if (dashboard === "connected") return <IssuerAndStreamState issuer={issuer} stream={stream} />;
  const { label, tip } = UNREACHABLE_TEXT[dashboard];
  return (
    <p
      role="status"
      data-tip={tip}
      className="flex min-w-0 items-center gap-1.5 text-small font-medium text-warn"
    >
      <ShapeMark shape="barred" />
      <span className="truncate">{label}</span>
    </p>
  );
}

function IssuerAndStreamState({ issuer, stream }: Omit<ConnectionStateProps, "dashboard">) {
  const { shape, tone } = ISSUER_STYLES[issuer.state];
  return (
    <p className="flex min-w-0 items-center gap-3 text-small text-ink-2">
      <span data-tip={issuerTip(issuer)} className="flex min-w-0 items-center gap-1.5">
        <ShapeMark shape={shape} className={tone} />
        <span className={classNames("truncate", issuer.state === "unreachable" && "font-medium text-bad")}>
          {issuerText(issuer)}
        </span>
      </span>
      <span
        data-tip={STREAM_STYLES[stream].tip}
        className="flex items-center gap-1.5 whitespace-nowrap max-sm:hidden"
      >
        <ShapeMark
          shape={stream === "on" ? "dot" : stream === "off" ? "barred" : "ring"}
          className={stream === "on" ? "text-good" : stream === "off" ? "text-warn" : "text-ink-3"}
        />
        <span className={stream === "off" ? "text-warn" : undefined}>{STREAM_STYLES[stream].label}</span>
      </span>
    </p>
  );
}

function issuerText(issuer: IssuerState): string {
  if (issuer.state === "reachable") return `Issuer ${Math.round(issuer.latencyMs)} ms`;
  return issuer.state === "unreachable" ? "Issuer unreachable" : "Issuer not checked yet";
}

function issuerTip(issuer: IssuerState): string {
  if (issuer.state === "reachable")
    return "The issuer is responding. This is the response time of the last call.";
  if (issuer.state === "unreachable")
    return "The issuer isn’t responding. Search and history still work. We retry automatically.";
  return "No calls to the issuer since this server started.";
}
