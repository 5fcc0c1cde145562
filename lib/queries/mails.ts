import "server-only";
import { z } from "zod";
import type { MailRoute } from "@/lib/domain/mail/mail-route";
import { MAIL_KINDS, type MailKind } from "@/lib/domain/mail/messages";
import { renderText } from "@/lib/domain/mail/render-mail";
import { sampleMails } from "@/lib/domain/mail/sample-mails";
import { success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { listCaughtMails, listMails } from "@/lib/mail/outbox";
import { defineQuery } from "./define-query";

export const getMails = defineQuery({
  name: "email",
  permission: "settings.manage",
  input: z.object({}),
  async run() {
    const mails = await listMails();
    return success({
      route: describeRoute(),
      subjects: readSubjects(),
      mails: mails.map(({ nextAt, createdAt, ...mail }) => ({
        ...mail,
        nextAt: nextAt.toISOString(),
        createdAt: createdAt.toISOString(),
      })),
    });
  },
});

export const getMailPreview = defineQuery({
  name: "an email preview",
  permission: "settings.manage",
  input: z.object({ kind: z.enum(Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]]) }),
  async run({ input }) {
    return success(sampleMails(env().publicUrl)[input.kind]);
  },
});

/** Only caught mail, which exists only on the sandbox: its links can set passwords. */
export const getOutbox = defineQuery({
  name: "the outbox",
  permission: "sandbox.use",
  input: z.object({}),
  async run() {
    const mails = env().mail.to === "outbox" ? await listCaughtMails() : [];
    return success(
      mails.map(({ id, recipient, subject, createdAt, content }) => ({
        id,
        recipient,
        subject,
        createdAt: createdAt.toISOString(),
        text: content && renderText(content),
        link: content?.link ?? null,
      })),
    );
  },
});

function readSubjects(): Record<MailKind, string> {
  const samples = Object.entries(sampleMails(env().publicUrl));
  return Object.fromEntries(samples.map(([kind, { subject }]) => [kind, subject])) as Record<
    MailKind,
    string
  >;
}

function describeRoute(): MailRoute {
  const { mail } = env();
  if (mail.to !== "smtp") return mail;
  return { to: "smtp", server: `${mail.host}:${mail.port}`, tls: mail.tls, from: mail.from };
}
