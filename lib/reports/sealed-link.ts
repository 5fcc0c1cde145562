import "server-only";
import { rowContext, sealText, unsealText } from "@/lib/db/seal";
import { LinkError } from "./link-error";

/** Anyone with the link can download the file, so it is stored encrypted. */
export function sealLink(captureId: string, link: string): string {
  return sealText(link, contextOf(captureId));
}

export function openSealedLink(captureId: string, sealed: string): string {
  const link = unsealText(sealed, contextOf(captureId));
  if (link === null) throw new LinkError("The stored link can’t be decrypted with this server’s secrets.");
  return link;
}

function contextOf(captureId: string): string {
  return rowContext("report_captures.link", captureId);
}
