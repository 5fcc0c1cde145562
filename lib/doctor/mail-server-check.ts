import "server-only";
import { probeSmtp } from "@/lib/mail/smtp";
import { type Check, ok, problem, skipped } from "./check";

export const mailServer: Check = {
  title: "Mail",
  needs: ["SMTP_URL", "SMTP_TLS", "SMTP_CA_FILE", "MAIL_FROM"],
  run: async ({ env: { mail } }) => {
    if (mail.to === "nobody") return skipped("No mail server is set, so one-time links are shown to admins.");
    if (mail.to === "outbox")
      return skipped("No mail server is set, so the sandbox keeps mails in its outbox.");
    const failure = await probeSmtp(mail);
    const server = `${mail.host}:${mail.port}`;
    return failure
      ? problem(`${server}: ${failure}`, "Check SMTP_URL, SMTP_TLS, SMTP_CA_FILE, and the firewall.")
      : ok(`${server} accepts ${mail.login ? "the login" : "the connection"}. No mail was sent.`);
  },
};
