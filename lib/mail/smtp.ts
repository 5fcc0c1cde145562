import "server-only";
import { readFile } from "node:fs/promises";
import { createTransport } from "nodemailer";
import type { MailContent } from "@/lib/domain/mail/mail-content";
import { renderHtml, renderText } from "@/lib/domain/mail/render-mail";
import type { SmtpSettings } from "@/lib/env";

export type OutgoingMail = { id: string; recipient: string; content: MailContent };

/**
 * `unconfirmed`: the server asked for the mail's text, but didn't say whether it accepted it. The problem may quote the
 * recipient's address; the code may not.
 */
export type SendOutcome =
  | { is: "sent" }
  | { is: "rejected" | "unavailable" | "unconfirmed"; problem: string; code: string };

const CONNECT_TIMEOUT_MS = 10_000;
const REPLY_TIMEOUT_MS = 30_000;
/** The reply after which the text is sent. */
const START_OF_TEXT = "354";

/** Sends one mail over a connection of its own. */
export async function sendBySmtp(
  { id, recipient, content }: OutgoingMail,
  settings: SmtpSettings,
): Promise<SendOutcome> {
  const { from } = settings;
  let isTextRequested = false;
  try {
    const transport = createTransport({
      ...(await connectionOptions(settings)),
      transactionLog: true,
      logger: {
        debug(entry: { tnx?: string }, reply: string) {
          if (entry.tnx === "server" && reply.startsWith(START_OF_TEXT)) isTextRequested = true;
        },
        info: () => undefined,
      },
    });
    await transport.sendMail({
      // The same for every attempt, so that a mail program can recognize a second copy.
      messageId: `<${id}@${senderDomain(from)}>`,
      from,
      to: recipient,
      subject: content.subject,
      text: renderText(content),
      html: renderHtml(content),
      headers: { "auto-submitted": "auto-generated" },
    });
    return { is: "sent" };
  } catch (error) {
    return describeFailure(error, isTextRequested);
  }
}

/** Connects and signs in without sending a mail. Returns what failed, without the password; null if nothing did. */
export async function probeSmtp(settings: SmtpSettings): Promise<string | null> {
  try {
    await createTransport(await connectionOptions(settings)).verify();
    return null;
  } catch (error) {
    const { code = "", responseCode } = error as SmtpError;
    return `${STAGES[code] ?? "The connection failed"} (${[code, responseCode].filter(Boolean).join(" ")}).`;
  }
}

async function connectionOptions({ host, port, login, tls, caFile }: SmtpSettings) {
  return {
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    ...(caFile ? { tls: { ca: await readFile(caFile) } } : {}),
    // Without credentials the server isn't asked to authenticate.
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: REPLY_TIMEOUT_MS,
  };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/** In the order of a connection: which part failed says what to check. */
const STAGES: Record<string, string> = {
  EDNS: "The server’s name couldn’t be resolved",
  ECONNECTION: "The server couldn’t be reached",
  ESOCKET: "The connection failed",
  ETIMEDOUT: "The server didn’t respond in time",
  ETLS: "The encrypted connection failed",
  EAUTH: "The server rejected the user or the password",
  EENVELOPE: "The server rejected the sender or the recipient",
  EMESSAGE: "The server rejected the message",
};

function describeFailure(error: unknown, isTextRequested: boolean): SendOutcome {
  const { code = "", message = String(error), responseCode } = error as SmtpError;
  const failure = {
    problem: `${STAGES[code] ?? "Sending failed"}: ${message}`.slice(0, 500),
    code: [code, responseCode].filter(Boolean).join(" "),
  };
  if (responseCode === undefined && isTextRequested) return { is: "unconfirmed", ...failure };
  // Anything before is a matter of the settings or the server, which someone may correct.
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  const isFinal = isAboutMail && responseCode !== undefined && responseCode >= 500;
  return { is: isFinal ? "rejected" : "unavailable", ...failure };
}

function senderDomain(from: string): string {
  return from.replace(/>$/, "").split("@").at(-1) ?? "localhost";
}
