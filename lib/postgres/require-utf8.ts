import type pg from "pg";
import type { DatabaseLocation } from "./database";
import { describeLocation } from "./describe-location";

/** The database can't store every name. */
export class EncodingError extends Error {
  override name = "EncodingError";
}

/** For a database that is still empty: one with data goes on, and only the doctor objects. */
export async function requireUtf8(db: pg.Pool | pg.ClientBase, location: DatabaseLocation): Promise<void> {
  const { rows } = await db.query<{ encoding: string; name: string; owner: string; locale: string }>(
    `select current_setting('server_encoding') as encoding, current_database() as name,
            current_user as owner, (select datcollate from pg_database where datname = 'template0') as locale`,
  );
  const { encoding = "", name = "", owner = "", locale = "" } = rows[0] ?? {};
  if (encoding === "UTF8") return;
  // The locale of the server may require its encoding.
  const fits = /^(C|POSIX)$|utf-?8$/i.test(locale);
  throw new EncodingError(
    `The database ${describeLocation(location)} has the encoding ${encoding}, which can’t store every name. Nothing was changed. Create one that can: createdb --owner=${owner} --encoding=UTF8 --template=template0${fits ? "" : " --locale=C"} ${name}_utf8`,
  );
}
