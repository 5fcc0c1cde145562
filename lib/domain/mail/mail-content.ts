/** What a mail says. Its text and its HTML are rendered from it. */
export type MailContent = {
  subject: string;
  /** By the name of the person it is for. */
  greeting: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  link?: { label: string; url: string };
  /** Why the person got this mail, and what to do if it is a surprise. */
  reason: string;
};
