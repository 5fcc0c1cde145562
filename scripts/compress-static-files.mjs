import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(js|css)$/;

/**
 * Writes two compressed copies next to each script and style sheet. lib/jobs/serve-compressed-files.ts serves them.
 * @param {string} folder
 */
export async function compressStaticFiles(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.map((file) => compressFile(join(folder, file))));
}

/** @param {string} path */
async function compressFile(path) {
  const content = await readFile(path);
  const [asBrotli, asGzip] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await writeFile(`${path}.br`, asBrotli);
  await writeFile(`${path}.gz`, asGzip);
}
