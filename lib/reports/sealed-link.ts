import "server-only";
import { rowContext, sealText, unsealText } from "@/lib/db/seal";
import { LinkError } from "./link-error";

/** A link opens a file for whoever holds it, so it is sealed while it waits. */
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
