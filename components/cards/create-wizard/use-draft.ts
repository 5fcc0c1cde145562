"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { saveDraft } from "@/lib/actions/save-draft";
import { newOperationId } from "@/lib/client/operation-id";
import { unanswered } from "@/lib/client/unanswered";
import type { CardApplication } from "@/lib/contract/card-application";
import { type AppError, failure, type Result } from "@/lib/domain/result";

export type Intent = { draftId: string; operationId: string };
export type DraftOutcome = "unsent" | "open" | { cardId: string };
type Saved = {
  operationId: string;
  savedAt: string;
  version: number;
  outcome: DraftOutcome;
  isStale: boolean;
};
/** What another tab saved over the version that is open here. */
export type NewerDraft = { savedAt: string; version: number };

const PAUSE_MS = 400;
const TRY_AGAIN_MS = 5_000;

/** Outlives the page when someone looks at another one and comes back; never the tab. */
const remembered = new Map<string, Remembered>();
type Remembered = { application: CardApplication; version: number };

export function rememberedDraft(draftId: string): Remembered | undefined {
  return remembered.get(draftId);
}

let tab: string | null = null;

/** Tells this tab's saves from those of another. */
function tabId(): string {
  tab ??= newOperationId();
  return tab;
}

const opened = new Set<string>();

/**
 * A page that was fetched ahead is shown again for a while, with the draft it was made for: a new card must not open
 * as one that this tab has already filled in or issued.
 */
export function firstIntent({ draftId, operationId }: Intent): Intent {
  if (!opened.has(draftId)) return { draftId, operationId };
  const id = newOperationId();
  return { draftId: id, operationId: id };
}

type FirstDraft = Intent & { savedAt: string | null; version: number };

/**
 * Keeps what is typed on the server: on a pause, when a step is left, when the page is hidden. The server tells
 * which intent the draft stands for, so that all its tabs send the same one.
 */
export function useDraft(form: UseFormReturn<CardApplication>, first: FirstDraft) {
  const intent = useRef<Intent>({ draftId: first.draftId, operationId: first.operationId });
  const version = useRef(first.version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDirty = useRef(false);
  const isOver = useRef(false);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** The intent that ended without a card, until the server knows its successor. */
  const ended = useRef<string | null>(null);
  const [savedAt, setSavedAt] = useState(first.savedAt);
  const [newer, setNewer] = useState<NewerDraft | null>(null);
  const [error, setError] = useState<AppError | null>(null);

  async function send(): Promise<Result<Saved>> {
    clearTimeout(timer.current);
    isDirty.current = false;
    const sent = intent.current;
    const { draftId, operationId } = sent;
    const replaces = ended.current;
    const answer = await saveDraft(newOperationId(), {
      draftId,
      operationId,
      application: form.getValues(),
      tabId: tabId(),
      basedOn: version.current,
      ...(replaces ? { replaces } : {}),
    }).catch(() => null);
    const result = answer ?? failure(unanswered("Your latest changes may not be saved yet."));
    if (intent.current.draftId !== draftId) return result;
    if (result.ok && result.data.isStale) {
      setNewer(result.data);
    } else if (result.ok) {
      version.current = result.data.version;
      const entry = remembered.get(draftId);
      if (entry) entry.version = version.current;
      setNewer(null);
      if (ended.current === replaces) ended.current = null;
      // An answer that was under way when the intent was renewed still names the one that has ended.
      if (intent.current === sent) intent.current = { draftId, operationId: result.data.operationId };
      setSavedAt(result.data.savedAt);
    } else if (result.error.retry === "safe" && !isOver.current) {
      isDirty.current = true;
      timer.current = setTimeout(() => void save(), TRY_AGAIN_MS);
    }
    setError(result.ok ? null : result.error);
    return result;
  }

  /** One after another, so that an older state never overtakes a newer one. */
  function save(): Promise<Result<Saved>> {
    const next = queue.current.then(send);
    queue.current = next.catch(() => undefined);
    return next;
  }

  function stop() {
    isOver.current = true;
    isDirty.current = false;
    clearTimeout(timer.current);
    remembered.delete(intent.current.draftId);
  }

  const onTyped = useEffectEvent(() => {
    if (isOver.current) return;
    isDirty.current = true;
    const application = structuredClone(form.getValues());
    remembered.set(intent.current.draftId, { application, version: version.current });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE_MS);
  });
  const onHidden = useEffectEvent(() => {
    if (isDirty.current && document.visibilityState === "hidden") void save();
  });
  const onLeft = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (isDirty.current && !isOver.current) void save();
  });

  useEffect(() => {
    opened.add(first.draftId);
  }, [first.draftId]);
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => onTyped(),
    });
    const hide = () => onHidden();
    document.addEventListener("visibilitychange", hide);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", hide);
      onLeft();
    };
  }, [form.subscribe]);

  return {
    savedAt,
    error,
    newer,
    save,
    /** Saves what is typed here over the newer version. */
    async keepMine() {
      if (newer) version.current = newer.version;
      await save();
    },
    /** Leaves what is typed here for the newer version. */
    loadNewer() {
      stop();
      window.location.reload();
    },
    /** The intent has ended without a card: what is sent next is another one. */
    async renew() {
      ended.current = intent.current.operationId;
      intent.current = { ...intent.current, operationId: newOperationId() };
      await save();
    },
    /** The card is there: nothing of it is kept. */
    end: stop,
    /** Another card, another draft. */
    begin(next: Intent) {
      intent.current = next;
      version.current = 0;
      ended.current = null;
      isOver.current = false;
      isDirty.current = false;
      setSavedAt(null);
      setNewer(null);
      setError(null);
    },
  };
}
