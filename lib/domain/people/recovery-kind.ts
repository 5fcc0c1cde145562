/** What a second admin confirms: the removal of lost second factors, or a new password link. */
export type RecoveryKind = "factors" | "password";
