import "server-only";
import { subscribe } from "node:diagnostics_channel";
import { readdir } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";

const FOLDER = join(process.cwd(), ".next", "static");
/** The encodings that scripts/compress-static-files.mjs writes, the smallest first. */
const ENCODINGS = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;
const CONTENT_TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
/** These can end in an error page, which would be labeled as compressed. */
const CONDITIONS = ["range", "if-match", "if-unmodified-since"];

/**
 * Next compresses a static file for each request. From now on, a request for one that was compressed during the build
 * is answered with the compressed copy; Next serves that file like any other.
 */
export async function serveCompressedFiles(folder = FOLDER): Promise<void> {
  const files = await readdir(/* turbopackIgnore: true */ folder, { recursive: true });
  const paths = new Set(files.map((file) => `/_next/static/${file.replaceAll(sep, "/")}`));
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.method !== "GET" && request.method !== "HEAD") return;
    if (CONDITIONS.some((name) => name in request.headers)) return;
    const [path = ""] = request.url?.split("?", 1) ?? [];
    const contentType = CONTENT_TYPES[extname(path)];
    const encoding = ENCODINGS.find(
      ({ name, extension }) => accepts(request.headers, name) && paths.has(path + extension),
    );
    if (!contentType || !encoding) return;
    request.url = path + encoding.extension;
    response.setHeader("content-type", contentType);
    response.setHeader("content-encoding", encoding.name);
  });
}

function accepts(headers: IncomingHttpHeaders, encoding: string): boolean {
  const accepted = headers["accept-encoding"]?.toString().toLowerCase().split(",") ?? [];
  return accepted.some((entry) => {
    const [name, weight] = entry.split(";").map((part) => part.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? "");
  });
}
