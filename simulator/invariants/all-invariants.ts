import { auditChain } from "./audit-chain";
import type { Invariant } from "./invariant";
import { oneEffect } from "./one-effect";
import { truthfulAnswers } from "./truthful-answers";

export const INVARIANTS: readonly Invariant[] = [oneEffect, truthfulAnswers, auditChain];
