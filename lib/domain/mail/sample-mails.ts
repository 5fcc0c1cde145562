import { alertMail, openedMessage } from "@/lib/domain/alerts/alert-message";
import type { MailContent } from "./mail-content";
import {
  approvalDecidedMail,
  approvalRequestedMail,
  emergencyMail,
  invitationMail,
  type MailKind,
  newDeviceMail,
  passwordChangedMail,
  passwordResetMail,
  recoveryMail,
  reportMail,
  secondFactorMail,
  testMail,
  wrongCodeMail,
} from "./messages";

const ADA = { name: "Ada Lovelace" };
const AT = "14 Nov 2026, 14:03:22 UTC";

/** For previews. The links lead nowhere. */
export function sampleMails(publicUrl: URL): Record<MailKind, MailContent> {
  const welcome = new URL("/welcome/example", publicUrl).href;
  const approval = new URL("/approvals", publicUrl).href;
  const profile = new URL("/settings/profile", publicUrl).href;
  return {
    invitation: invitationMail(ADA, { invitedBy: "Ines Duarte", url: welcome, hours: 72 }),
    "password-reset": passwordResetMail(ADA, { resetBy: "Ines Duarte", url: welcome, hours: 2 }),
    "new-device": newDeviceMail(ADA, {
      at: AT,
      address: "203.0.113.9",
      browser: "Firefox on Linux",
      url: profile,
    }),
    "wrong-code": wrongCodeMail(ADA, {
      at: AT,
      address: "203.0.113.9",
      browser: "Firefox on Linux",
      url: profile,
    }),
    "password-changed": passwordChangedMail(ADA, { at: AT }),
    "second-factor": secondFactorMail(ADA, { at: AT, kind: "authenticator", change: "added" }),
    recovery: recoveryMail(ADA, {
      requestedBy: "Ines Duarte",
      what: "remove the lost second factors of",
      person: "Jonas Weber",
      url: new URL("/settings/team", publicUrl).href,
    }),
    "approval-requested": approvalRequestedMail(ADA, {
      requester: "Jonas Weber",
      title: "Block card •• 4471",
      expiresAt: AT,
      url: approval,
    }),
    "approval-decided": approvalDecidedMail(ADA, {
      title: "Block card •• 4471",
      outcome: "was approved by Ines Duarte, and is done.",
      url: approval,
    }),
    "approval-emergency": emergencyMail(ADA, {
      actor: "Ines Duarte",
      title: "Block card •• 4471",
      reason: "Fraud in progress, nobody else could be reached",
      url: approval,
    }),
    report: reportMail(ADA, {
      title: "14 reports, 3 Nov 2026 to 9 Nov 2026: ready, 12 of them late",
      lines: [
        "Daily settlement, 3 Nov 2026 to 9 Nov 2026: 7 files",
        "Cardholder fees, 3 Nov 2026 to 9 Nov 2026: 7 files",
      ],
      url: new URL("/reports/coverage?month=2026-11", publicUrl).href,
    }),
    alert: alertMail(
      openedMessage(
        {
          id: "00000000-0000-4000-8000-000000000000",
          condition: "issuer-unreachable",
          subject: "",
          detail: "No call to the issuer succeeds.",
          firstSeenAt: new Date("2026-11-03T09:41:00Z"),
        },
        new Date("2026-11-03T09:44:00Z"),
        publicUrl,
      ),
    ),
    test: testMail(ADA),
  };
}
