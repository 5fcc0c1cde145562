import type { MailContent } from "./mail-content";

export function renderText({ greeting, paragraphs, link, reason }: MailContent): string {
  const parts = [greeting, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), reason];
  return `${parts.join("\n\n")}\n`;
}

// Mail programs remove style sheets, so each element has its style. Dark mode is the exception: without the rule,
// programs invert the colors themselves.
const FONT = "font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif";
const DARK_STYLES = `@media (prefers-color-scheme: dark) {
  .page { background: #111113 !important; color: #edeef0 !important; }
  .panel { background: #18191b !important; border-color: #363a3f !important; }
  .muted { color: #b0b4ba !important; }
  .button { background: #edeef0 !important; color: #111113 !important; }
}`;

/**
 * The product's name is text, because a logo is often not loaded and vanishes in dark mode. A preview on our own pages
 * needs the page's nonce.
 */
export function renderHtml(
  { subject, greeting, paragraphs, link, reason }: MailContent,
  nonce: string | null = null,
): string {
  const text = [greeting, ...paragraphs].map((part) => `<p style="margin:0 0 16px">${escapeHtml(part)}</p>`);
  const button = link
    ? `<p style="margin:24px 0"><a class="button" href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#1c2024;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>
<p class="muted" style="margin:0 0 16px;color:#60646c;font-size:13px">Or open this address:<br>${escapeHtml(link.url)}</p>`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ""}>${DARK_STYLES}</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#f9f9fb;color:#1c2024;${FONT};font-size:15px;line-height:22px">
<div class="panel" style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e0e1e6;border-radius:12px;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-weight:600">Cardwell</p>
${text.join("\n")}
${button}
<p class="muted" style="margin:24px 0 0;color:#60646c;font-size:13px">${escapeHtml(reason)}</p>
</div>
</body>
</html>
`;
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
