import { z } from "zod";
import { isLoopbackHost } from "./loopback";

const TLS = ["implicit", "starttls", "none"] as const;
export type SmtpTls = (typeof TLS)[number];

export type SmtpServer = {
  host: string;
  port: number;
  /** Null if the server asks for none. */
  login: { user: string; password: string } | null;
};

const DEFAULT_PORT = { "smtp:": 587, "smtps:": 465 } as const;

const SMTP_URL = z
  .string()
  .transform((text, context): SmtpServer & { scheme: "smtp:" | "smtps:" } => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isServer =
      url !== null &&
      /^smtps?:$/.test(url.protocol) &&
      url.hostname !== "" &&
      /^\/?$/.test(url.pathname) &&
      url.search + url.hash === "" &&
      (url.username === "") === (url.password === "");
    if (!isServer) {
      context.addIssue("not an SMTP server's address");
      return z.NEVER;
    }
    const scheme = url.protocol as keyof typeof DEFAULT_PORT;
    const { username, password } = url;
    return {
      scheme,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port || DEFAULT_PORT[scheme]),
      login: username ? { user: decodeURIComponent(username), password: decodeURIComponent(password) } : null,
    };
  })
  .describe(
    "the address of your SMTP server, such as smtp://user:password@smtp.example:587, with both a user and a password or neither",
  );

/** An address, or a name and an address in angle brackets. */
const MAIL_FROM = z
  .string()
  .max(320)
  .refine((text) => {
    const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text.trim())?.[1] ?? text.trim();
    return z.email().safeParse(address).success;
  })
  .meta({ description: "a sender, such as Cardwell <cards@example.com>", isShown: true });

export const MAIL_SETTINGS = {
  SMTP_URL: SMTP_URL.optional(),
  SMTP_TLS: z.enum(TLS).optional().meta({ description: "implicit, starttls, or none", isShown: true }),
  SMTP_CA_FILE: z.string().optional().describe("a file with the certificates of a private authority"),
  MAIL_FROM: MAIL_FROM.optional(),
};

type MailSettings = {
  SMTP_URL?: z.output<typeof SMTP_URL> | undefined;
  SMTP_TLS?: SmtpTls | undefined;
  SMTP_CA_FILE?: string | undefined;
  MAIL_FROM?: string | undefined;
};

export function smtpTls({ SMTP_URL, SMTP_TLS }: MailSettings): SmtpTls {
  return SMTP_TLS ?? (SMTP_URL?.scheme === "smtps:" ? "implicit" : "starttls");
}

/** The ports with a fixed meaning: a mismatch would only show as a timeout. */
const EXPECTED_TLS: Record<number, readonly SmtpTls[]> = { 465: ["implicit"], 587: ["starttls", "none"] };

export function mailProblems(values: MailSettings): string[] {
  const { SMTP_URL, MAIL_FROM } = values;
  if (!SMTP_URL) return MAIL_FROM ? ["The setting SMTP_URL must be set when MAIL_FROM is set."] : [];
  const problems = MAIL_FROM ? [] : ["The setting MAIL_FROM must be set when SMTP_URL is set."];
  const tls = smtpTls(values);
  if (SMTP_URL.scheme === "smtps:" && tls !== "implicit")
    problems.push("The setting SMTP_TLS must be implicit or unset if SMTP_URL starts with smtps.");
  else if (EXPECTED_TLS[SMTP_URL.port]?.includes(tls) === false)
    problems.push(
      `The setting SMTP_TLS must be ${EXPECTED_TLS[SMTP_URL.port]?.[0]} for port ${SMTP_URL.port}, not ${tls}.`,
    );
  if (tls === "none" && SMTP_URL.login && !isLoopbackHost(SMTP_URL.host))
    problems.push("The setting SMTP_TLS must not be none if SMTP_URL has a password.");
  return problems;
}
