import { ShapeMark } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";

export type IssuerState =
  | { state: "reachable"; latencyMs: number }
  /** Calls fail fast until one probe gets through. */
  | { state: "unreachable" }
  | { state: "unknown" };

export type LiveState = "on" | "off" | "connecting";

/** Whether this browser reaches the dashboard: without it, nothing is known about the issuer. */
export type Reach = "connected" | "offline" | "unreachable";

const ISSUER_LOOK = {
  reachable: { shape: "dot", tone: "text-good" },
  unreachable: { shape: "cross", tone: "text-bad" },
  unknown: { shape: "ring", tone: "text-ink-3" },
} as const;

const LIVE_LOOK = {
  on: { word: "Live", tip: "Your team’s changes appear within a second." },
  connecting: { word: "Connecting", tip: "Connecting to live updates." },
  off: { word: "Not live", tip: "Live updates are off. Reload the page to see changes." },
} as const satisfies Record<LiveState, { word: string; tip: string }>;

const CUT_OFF_LOOK = {
  offline: {
    word: "Offline",
    tip: "Your browser is offline. This page may be out of date, and your changes won’t reach the issuer.",
  },
  unreachable: {
    word: "No connection",
    tip: "Cardwell isn’t responding. This page may be out of date. Reconnecting…",
  },
} as const satisfies Record<Exclude<Reach, "connected">, { word: string; tip: string }>;

type ConnectionStateProps = { reach: Reach; issuer: IssuerState; live: LiveState };

/** Can the issuer be reached, and do changes arrive by themselves: both in words, at a glance. */
export function ConnectionState({ reach, issuer, live }: ConnectionStateProps) {
  if (reach === "connected") return <IssuerAndLive issuer={issuer} live={live} />;
  const { word, tip } = CUT_OFF_LOOK[reach];
  return (
    <p
      role="status"
      data-tip={tip}
      className="flex min-w-0 items-center gap-1.5 text-small font-medium text-warn"
    >
      <ShapeMark shape="barred" />
      <span className="truncate">{word}</span>
    </p>
  );
}

function IssuerAndLive({ issuer, live }: Omit<ConnectionStateProps, "reach">) {
  const { shape, tone } = ISSUER_LOOK[issuer.state];
  return (
    <p className="flex min-w-0 items-center gap-3 text-small text-ink-2">
      <span data-tip={issuerTip(issuer)} className="flex min-w-0 items-center gap-1.5">
        <ShapeMark shape={shape} className={tone} />
        <span className={classNames("truncate", issuer.state === "unreachable" && "font-medium text-bad")}>
          {issuerWords(issuer)}
        </span>
      </span>
      <span
        data-tip={LIVE_LOOK[live].tip}
        className="flex items-center gap-1.5 whitespace-nowrap max-sm:hidden"
      >
        <ShapeMark
          shape={live === "on" ? "dot" : live === "off" ? "barred" : "ring"}
          className={live === "on" ? "text-good" : live === "off" ? "text-warn" : "text-ink-3"}
        />
        <span className={live === "off" ? "text-warn" : undefined}>{LIVE_LOOK[live].word}</span>
      </span>
    </p>
  );
}

function issuerWords(issuer: IssuerState): string {
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
