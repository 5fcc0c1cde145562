/** How email is sent, without the password. */
export type MailRoute =
  | { to: "nobody" }
  | { to: "outbox" }
  | { to: "smtp"; server: string; tls: "implicit" | "starttls" | "none"; from: string };
