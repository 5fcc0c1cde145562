import type { MailContent } from "./mail-content";

/** Each kind of mail that is sent, with a sentence for the people who look after it. */
export const MAIL_KINDS = {
  invitation: "Sent to a person who was invited, with a link to set a password.",
  "password-reset": "Sent to a person whose password an admin reset, with a link to set a new one.",
  "new-device": "Sent to a person who signed in with a browser for the first time.",
  "wrong-code": "Sent to a person whose password was entered with a wrong code, at most once a day.",
  "password-changed": "Sent to a person whose password was changed.",
  "second-factor": "Sent to a person whose second factor was added or removed.",
  recovery: "Sent to the other admins when one of them asks to let a person back in.",
  "approval-requested": "Sent to everyone who can approve a request, as soon as it is made.",
  "approval-decided": "Sent to the person who requested approval, with the outcome.",
  "approval-emergency": "Sent to every admin when an admin acts without a second person.",
  report: "Sent to people who chose it when a report’s file arrives, fails, or is late.",
  alert:
    "Sent to the email channels on this page when an alert opens or is over, and with the audit log’s head.",
  test: "Sent from this page, to check the settings.",
} as const;
export type MailKind = keyof typeof MAIL_KINDS;

type Recipient = { name: string };

export function invitationMail(
  { name }: Recipient,
  { invitedBy, url, hours }: { invitedBy: string; url: string; hours: number },
): MailContent {
  return {
    subject: `${invitedBy} invited you to Cardwell`,
    greeting: greet(name),
    paragraphs: [
      `${invitedBy} invited you to the Cardwell dashboard of your card program.`,
      `Set a password to sign in. The link works once, for ${hours} hours.`,
    ],
    link: { label: "Set a password", url },
    reason: "If you don’t know this program, ignore this email. Nothing happens unless you set a password.",
  };
}

export function passwordResetMail(
  { name }: Recipient,
  { resetBy, url, hours }: { resetBy: string; url: string; hours: number },
): MailContent {
  return {
    subject: "Set a new password for Cardwell",
    greeting: greet(name),
    paragraphs: [
      `${resetBy} created a link for you to set a new password. It works once, for ${hours} hours.`,
      "Your current password works until you set a new one.",
    ],
    link: { label: "Set a new password", url },
    reason: `If you didn’t ask for this, tell ${resetBy} or another admin.`,
  };
}

/** For a person who has no password: the link leads to the provider of single sign-on. */
export function signInLinkMail(
  { name }: Recipient,
  { createdBy, url, hours, provider }: { createdBy: string; url: string; hours: number; provider: string },
): MailContent {
  return {
    subject: "Your sign-in link for Cardwell",
    greeting: greet(name),
    paragraphs: [
      `${createdBy} created a link for you to sign in to Cardwell with ${provider}.`,
      `The link works once, for ${hours} hours. After that, you sign in with ${provider} directly.`,
    ],
    link: { label: "Sign in", url },
    reason: `If you didn’t expect this, tell ${createdBy} or another admin.`,
  };
}

export function newDeviceMail(
  { name }: Recipient,
  { at, address, browser, url }: { at: string; address: string | null; browser: string; url: string },
): MailContent {
  return {
    subject: "New sign-in to Cardwell",
    greeting: greet(name),
    paragraphs: [
      "Your account was used to sign in with a browser that we haven’t seen before.",
      `Time: ${at}`,
      `Browser: ${browser}`,
      ...(address ? [`Address: ${address}`] : []),
    ],
    link: { label: "Review your sessions", url },
    reason: "If this wasn’t you, end the session, change your password, and tell an admin.",
  };
}

export function wrongCodeMail(
  { name }: Recipient,
  { at, address, browser, url }: { at: string; address: string | null; browser: string; url: string },
): MailContent {
  return {
    subject: "Your password was entered with a wrong code",
    greeting: greet(name),
    paragraphs: [
      "Your Cardwell password was entered correctly, and then a wrong code or passkey. Nobody was signed in.",
      `Time: ${at}`,
      `Browser: ${browser}`,
      ...(address ? [`Address: ${address}`] : []),
      "If this was you, you don’t need to do anything.",
    ],
    link: { label: "Change your password", url },
    reason: "If this wasn’t you, somebody knows your password. Change it, and tell an admin.",
  };
}

export function passwordChangedMail({ name }: Recipient, { at }: { at: string }): MailContent {
  return {
    subject: "Your Cardwell password was changed",
    greeting: greet(name),
    paragraphs: [`The password of your account was changed at ${at}. All other sessions were ended.`],
    reason: "If this wasn’t you, tell an admin at once.",
  };
}

export function secondFactorMail(
  { name }: Recipient,
  { at, kind, change }: { at: string; kind: "authenticator" | "passkey"; change: "added" | "removed" },
): MailContent {
  return {
    subject: `A second factor was ${change}`,
    greeting: greet(name),
    paragraphs: [`${kind === "passkey" ? "A passkey" : "An authenticator app"} was ${change} at ${at}.`],
    reason: "If this wasn’t you, change your password and tell an admin at once.",
  };
}

/** Without the reason and the cardholder: mail is read in more places than the page. */
export function approvalRequestedMail(
  { name }: Recipient,
  { requester, title, expiresAt, url }: { requester: string; title: string; expiresAt: string; url: string },
): MailContent {
  return {
    subject: `Approval requested: ${title}`,
    greeting: greet(name),
    paragraphs: [
      `${requester} asks for a second person’s approval: ${title}.`,
      `The request expires at ${expiresAt}. Nothing happens until you or another approver decides.`,
    ],
    link: { label: "Review the request", url },
    reason: "You receive this email because your role can approve this.",
  };
}

export function approvalDecidedMail(
  { name }: Recipient,
  {
    title,
    outcome,
    comment,
    url,
  }: { title: string; outcome: string; comment?: string | undefined; url: string },
): MailContent {
  return {
    subject: `Your request: ${title}`,
    greeting: greet(name),
    paragraphs: [`Your request “${title}” ${outcome}`, ...(comment ? [`Reason: ${comment}`] : [])],
    link: { label: "View the request", url },
    reason: "You receive this email because you requested approval.",
  };
}

export function emergencyMail(
  { name }: Recipient,
  { actor, title, reason, url }: { actor: string; title: string; reason: string; url: string },
): MailContent {
  return {
    subject: `Emergency: ${actor} is acting without a second person`,
    greeting: greet(name),
    paragraphs: [`${actor} started this without a second person’s approval: ${title}.`, `Reason: ${reason}`],
    link: { label: "View the request", url },
    reason: "Every admin receives this email. If it wasn’t agreed, ask the person at once.",
  };
}

export function emergencyFailedMail(
  { name }: Recipient,
  { actor, title, message, url }: { actor: string; title: string; message: string | null; url: string },
): MailContent {
  return {
    subject: "Emergency: it failed",
    greeting: greet(name),
    paragraphs: [
      `${actor} started this without a second person’s approval, but it failed: ${title}.`,
      ...(message ? [message] : []),
    ],
    link: { label: "View the request", url },
    reason: "Every admin receives this email.",
  };
}

export function factorsRemovedMail(
  { name }: Recipient,
  { at, removedBy }: { at: string; removedBy: string },
): MailContent {
  return {
    subject: "Your second factors were removed",
    greeting: greet(name),
    paragraphs: [
      `${removedBy} removed your passkeys, authenticator apps, and recovery codes at ${at}. All your sessions were ended.`,
      "Sign in with your password and add a new second factor.",
    ],
    reason: "If you didn’t ask for this, change your password and tell an admin at once.",
  };
}

export function recoveryMail(
  { name }: Recipient,
  { requestedBy, what, person, url }: { requestedBy: string; what: string; person: string; url: string },
): MailContent {
  return {
    subject: `${requestedBy} asks you to confirm: ${what} ${person}`,
    greeting: greet(name),
    paragraphs: [
      `${requestedBy} asks to ${what} ${person}. A second admin has to confirm this within 24 hours.`,
      `First make sure that it’s really ${person} who asks, in person or by phone.`,
    ],
    link: { label: "Open Team", url },
    reason: "You get this email because you’re an admin.",
  };
}

export function reportMail(
  { name }: Recipient,
  { title, lines, url }: { title: string; lines: readonly string[]; url: string },
): MailContent {
  return {
    subject: title,
    greeting: greet(name),
    paragraphs: [`${title}.`, ...lines],
    link: { label: "View in Cardwell", url },
    reason: "You receive this email because you chose it in Reports, Coverage.",
  };
}

export function testMail({ name }: Recipient): MailContent {
  return {
    subject: "Test email from Cardwell",
    greeting: greet(name),
    paragraphs: ["Cardwell can send email."],
    reason: "You sent this email from Settings, Alerts.",
  };
}

function greet(name: string): string {
  return `Hello ${name},`;
}
