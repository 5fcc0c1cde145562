import "server-only";
import { IS_OPEN } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { unsealText } from "@/lib/db/seal";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { idTokenContext } from "./begin-session";
import { getProvider } from "./provider";

/**
 * Where the browser ends its session at the provider, after ours has ended. Null if the person didn't sign in there, or
 * the provider offers no sign-out or can't be reached. The ID token is returned once.
 */
export async function providerSignOutUrl(sessionId: string): Promise<string | null> {
  const settings = env().singleSignOn;
  if (!settings) return null;
  const db = await pool();
  const { rows } = await db.query<{ idToken: string }>(
    `with ended as (
       select s.id, s.id_token from sessions s join people p on p.id = s.person_id
       where s.id = $1 and not (${IS_OPEN}) for update of s
     )
     update sessions s set id_token = null from ended where s.id = ended.id and ended.id_token is not null
     returning ended.id_token as "idToken"`,
    [sessionId],
  );
  const [ended] = rows;
  if (!ended) return null;
  try {
    const { server } = await getProvider(settings);
    if (!server.end_session_endpoint) return null;
    const url = new URL(server.end_session_endpoint);
    const idToken = unsealText(ended.idToken, idTokenContext(sessionId));
    if (idToken) url.searchParams.set("id_token_hint", idToken);
    url.searchParams.set("client_id", settings.clientId);
    url.searchParams.set("post_logout_redirect_uri", new URL("/login", env().publicUrl).href);
    return url.href;
  } catch (error) {
    log().warn({ err: error }, "Could not sign out at the provider");
    return null;
  }
}
