import { approvedOnce } from "./approved-once";
import { auditAgrees } from "./audit-agrees";
import { auditChain } from "./audit-chain";
import { auditNamesBoth } from "./audit-names-both";
import { completeExports } from "./complete-exports";
import { disabledStaysOut } from "./disabled-stays-out";
import { durableWrites } from "./durable-writes";
import { endedRequests } from "./ended-requests";
import { endedSessions } from "./ended-sessions";
import { eventsArrive } from "./events-arrive";
import { expiredSessions } from "./expired-sessions";
import { forgeriesRefused } from "./forgeries-refused";
import { indexConverges } from "./index-converges";
import type { Invariant } from "./invariant";
import { noSecrets } from "./no-secrets";
import { noUnhandledRejections } from "./no-unhandled-rejections";
import { oneCardPerRow } from "./one-card-per-row";
import { oneEffect } from "./one-effect";
import { oneIndexLease } from "./one-index-lease";
import { oneTimeCodes } from "./one-time-codes";
import { permittedActions } from "./permitted-actions";
import { permittedSigners } from "./permitted-signers";
import { recentConfirmation } from "./recent-confirmation";
import { reconciliationConverges } from "./reconciliation-converges";
import { recordedOutcomes } from "./recorded-outcomes";
import { reportsCaptured } from "./reports-captured";
import { requiredFactor } from "./required-factor";
import { resolvedOnce } from "./resolved-once";
import { resolvedOperations } from "./resolved-operations";
import { scheduledOnce } from "./scheduled-once";
import { secondPerson } from "./second-person";
import { sessionLimit } from "./session-limit";
import { shownAsConfirmed } from "./shown-as-confirmed";
import { signOffsHold } from "./sign-offs-hold";
import { truthfulAnswers } from "./truthful-answers";
import { twoAdmins } from "./two-admins";
import { worksAgain } from "./works-again";
import { worksWhenCalm } from "./works-when-calm";

export const INVARIANTS: readonly Invariant[] = [
  noUnhandledRejections,
  oneEffect,
  oneCardPerRow,
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
  expiredSessions,
  sessionLimit,
  requiredFactor,
  recentConfirmation,
  oneTimeCodes,
  twoAdmins,
  secondPerson,
  endedRequests,
  approvedOnce,
  auditNamesBoth,
  shownAsConfirmed,
  reportsCaptured,
  scheduledOnce,
  permittedSigners,
  signOffsHold,
  forgeriesRefused,
  completeExports,
  noSecrets,
  // The last, because it begins the reconciliation again.
  reconciliationConverges,
];
