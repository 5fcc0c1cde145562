import { auditAgrees } from "./audit-agrees";
import { auditChain } from "./audit-chain";
import { completeExports } from "./complete-exports";
import { disabledStaysOut } from "./disabled-stays-out";
import { durableWrites } from "./durable-writes";
import { endedSessions } from "./ended-sessions";
import { eventsArrive } from "./events-arrive";
import { forgeriesRefused } from "./forgeries-refused";
import { indexConverges } from "./index-converges";
import type { Invariant } from "./invariant";
import { noSecrets } from "./no-secrets";
import { noUnhandledRejections } from "./no-unhandled-rejections";
import { oneEffect } from "./one-effect";
import { oneIndexLease } from "./one-index-lease";
import { permittedActions } from "./permitted-actions";
import { recordedOutcomes } from "./recorded-outcomes";
import { reportsCaptured } from "./reports-captured";
import { resolvedOnce } from "./resolved-once";
import { resolvedOperations } from "./resolved-operations";
import { shownAsConfirmed } from "./shown-as-confirmed";
import { truthfulAnswers } from "./truthful-answers";
import { worksAgain } from "./works-again";
import { worksWhenCalm } from "./works-when-calm";

export const INVARIANTS: readonly Invariant[] = [
  noUnhandledRejections,
  oneEffect,
  truthfulAnswers,
  resolvedOnce,
  oneIndexLease,
  worksAgain,
  worksWhenCalm,
  resolvedOperations,
  recordedOutcomes,
  durableWrites,
  auditChain,
  auditAgrees,
  indexConverges,
  eventsArrive,
  permittedActions,
  disabledStaysOut,
  endedSessions,
  shownAsConfirmed,
  reportsCaptured,
  forgeriesRefused,
  completeExports,
  noSecrets,
];
