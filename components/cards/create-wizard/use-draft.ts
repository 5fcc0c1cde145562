"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { saveDraft } from "@/lib/actions/save-draft";
import { noResponseError } from "@/lib/client/no-response-error";
import { newOperationId } from "@/lib/client/operation-id";
import { hasSessionEnded } from "@/lib/client/session-end";
import type { CardApplication } from "@/lib/contract/card-application";
import { DRAFT_BEING_SAVED_COOKIE, NEW_CARD_PATH } from "@/lib/domain/cards/new-card-links";
import { type AppError, failure, type Result } from "@/lib/domain/result";

export type Intent = { draftId: string; operationId: string };
export type DraftOutcome = "unsent" | "open" | { cardId: string } | { requestId: string };
type SavedDraft = {
  operationId: string;
  savedAt: string;
  version: number;
  outcome: DraftOutcome;
  isStale: boolean;
};
/** A version saved by another tab after this tab loaded the draft. */
export type NewerDraft = { savedAt: string; version: number };

const DEBOUNCE_MS = 400;
const RETRY_DELAY_MS = 5_000;

/** Survives navigation within the tab. */
const rememberedDrafts = new Map<string, RememberedDraft>();
type RememberedDraft = { application: CardApplication; version: number };

export function findRememberedDraft(draftId: string): RememberedDraft | undefined {
  return rememberedDrafts.get(draftId);
}

let tab: string | null = null;

/** Distinguishes this tab's saves from another tab's. */
function tabId(): string {
  tab ??= newOperationId();
  return tab;
}

const openedDraftIds = new Set<string>();

/**
 * The router may show a prefetched page again, with a draft ID that this tab has already used; a new card then needs a
 * new one.
 */
export function initialIntent({ draftId, operationId }: Intent): Intent {
  if (!openedDraftIds.has(draftId)) return { draftId, operationId };
  const id = newOperationId();
  return { draftId: id, operationId: id };
}

/** Tells the next page to wait for a newer version than this one. */
function announceSave(draftId: string, version: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous
  document.cookie = `${DRAFT_BEING_SAVED_COOKIE}=${draftId}.${version}; path=${NEW_CARD_PATH}; max-age=10; samesite=strict`;
}

type InitialDraft = Intent & { savedAt: string | null; version: number };

/**
 * Saves what is typed on the server: after a pause, after each step, and when the page is hidden or left. The server
 * returns the draft's intent, so that all tabs send the same one.
 */
export function useDraft(form: UseFormReturn<CardApplication>, initial: InitialDraft) {
  const intent = useRef<Intent>({ draftId: initial.draftId, operationId: initial.operationId });
  const version = useRef(initial.version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDirty = useRef(false);
  const isSending = useRef(false);
  const isEnded = useRef(false);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** The intent that failed, until the server has stored its successor. */
  const failedOperationId = useRef<string | null>(null);
  const [savedAt, setSavedAt] = useState(initial.savedAt);
  const [isSaved, setIsSaved] = useState(true);
  const [newer, setNewer] = useState<NewerDraft | null>(null);
  const [error, setError] = useState<AppError | null>(null);

  async function send(): Promise<Result<SavedDraft>> {
    clearTimeout(timer.current);
    isDirty.current = false;
    isSending.current = true;
    const sent = intent.current;
    const { draftId, operationId } = sent;
    const replaces = failedOperationId.current;
    const response = await saveDraft(newOperationId(), {
      draftId,
      operationId,
      application: form.getValues(),
      tabId: tabId(),
      basedOn: version.current,
      ...(replaces ? { replaces } : {}),
    }).catch(() => null);
    isSending.current = false;
    const result = response ?? failure(noResponseError("Your latest changes may not be saved yet."));
    if (intent.current.draftId !== draftId) return result;
    if (result.ok && result.data.isStale) {
      setNewer(result.data);
    } else if (result.ok) {
      version.current = result.data.version;
      const entry = rememberedDrafts.get(draftId);
      if (entry) entry.version = version.current;
      setNewer(null);
      if (failedOperationId.current === replaces) failedOperationId.current = null;
      // A response to a save from before the intent was renewed still contains the old intent.
      if (intent.current === sent) intent.current = { draftId, operationId: result.data.operationId };
      setSavedAt(result.data.savedAt);
      setIsSaved(!isDirty.current);
    } else if (result.error.retry === "safe" && !isEnded.current) {
      isDirty.current = true;
      timer.current = setTimeout(() => void save(), RETRY_DELAY_MS);
    }
    setError(result.ok ? null : result.error);
    return result;
  }

  /** Saves run one after another, so that an older state never overwrites a newer one. */
  function save(): Promise<Result<SavedDraft>> {
    const next = queue.current.then(send);
    queue.current = next.catch(() => undefined);
    return next;
  }

  function stop() {
    isEnded.current = true;
    isDirty.current = false;
    clearTimeout(timer.current);
    rememberedDrafts.delete(intent.current.draftId);
  }

  const onChange = useEffectEvent(() => {
    if (isEnded.current) return;
    isDirty.current = true;
    setIsSaved(false);
    const application = structuredClone(form.getValues());
    rememberedDrafts.set(intent.current.draftId, { application, version: version.current });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), DEBOUNCE_MS);
  });
  const onHidden = useEffectEvent(() => {
    if (isDirty.current && document.visibilityState === "hidden") void save();
  });
  // Browsers request the next page before they hide this one, so a reload would show the draft without this save. If
  // something can't be saved, the browser asks first.
  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isSaved || isEnded.current || hasSessionEnded()) return;
    announceSave(intent.current.draftId, version.current);
    // An action that has to wait for another is lost with the page.
    const isTooLate = isDirty.current && isSending.current;
    if (isTooLate || error || newer) event.preventDefault();
    if (isDirty.current && !isSending.current) void send();
  });
  const onUnmount = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (isDirty.current && !isEnded.current) void save();
  });

  useEffect(() => {
    openedDraftIds.add(initial.draftId);
  }, [initial.draftId]);
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => onChange(),
    });
    const handleVisibility = () => onHidden();
    const handleLeave = (event: BeforeUnloadEvent) => onLeave(event);
    document.addEventListener("visibilitychange", handleVisibility);
    window.addEventListener("beforeunload", handleLeave);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", handleVisibility);
      window.removeEventListener("beforeunload", handleLeave);
      onUnmount();
    };
  }, [form.subscribe]);

  return {
    savedAt,
    isSaved,
    error,
    newer,
    save,
    /** Overwrites the newer version. */
    async keepMine() {
      if (newer) version.current = newer.version;
      await save();
    },
    /** Discards the changes in this tab. */
    loadNewer() {
      stop();
      window.location.reload();
    },
    /** Starts a new intent after the previous one failed. */
    async renew() {
      failedOperationId.current = intent.current.operationId;
      intent.current = { ...intent.current, operationId: newOperationId() };
      await save();
    },
    /** Call it once the card is issued. */
    end: stop,
    /** Starts another draft. */
    reset(next: Intent) {
      intent.current = next;
      version.current = 0;
      failedOperationId.current = null;
      isEnded.current = false;
      isDirty.current = false;
      setSavedAt(null);
      setIsSaved(true);
      setNewer(null);
      setError(null);
    },
  };
}
