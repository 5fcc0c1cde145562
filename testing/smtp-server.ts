import { mkdtemp, writeFile } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { generate } from "selfsigned";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { SmtpSettings } from "@/lib/env";

export type ReceivedMail = { to: string[]; isEncrypted: boolean; user: string | undefined; source: string };

export const SMTP_LOGIN = { user: "cardwell", password: "a password, with / and @" };

/** A real SMTP server on this machine that requires STARTTLS and a password, and keeps what it receives. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  const server = new SMTPServer({
    key,
    cert,
    closeTimeout: 100,
    onAuth({ username, password }, _, callback) {
      const isCorrect = username === SMTP_LOGIN.user && password === SMTP_LOGIN.password;
      callback(isCorrect ? null : new Error("Invalid login"), isCorrect ? { user: username } : undefined);
    },
    async onData(stream, { envelope, secure, user }, callback) {
      const to = envelope.rcptTo.map(({ address }) => address);
      received.push({
        to,
        isEncrypted: secure,
        user: user as string | undefined,
        source: await text(stream),
      });
      callback(null);
    },
    ...options,
  });
  // A client that gives up is part of a test.
  server.on("error", () => undefined);
  const sockets: Socket[] = [];
  server.server.on("connection", (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const caFile = join(await mkdtemp(join(tmpdir(), "cardwell-smtp-")), "ca.pem");
  await writeFile(caFile, cert);
  const settings: SmtpSettings = {
    host: "localhost",
    port: (server.server.address() as AddressInfo).port,
    login: SMTP_LOGIN,
    tls: "starttls",
    caFile,
    from: "Cardwell <cards@example.com>",
  };
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  /** Ends all connections without a word. */
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { received, settings, stop, cut };
}
