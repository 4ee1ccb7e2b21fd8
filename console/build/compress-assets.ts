import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes each text file once more as `.br` and `.gz`: the server sends them as they lie. */
export const compressAssets = (): Plugin => ({
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) return;
    for (const [name, file] of Object.entries(bundle)) {
      if (!TEXT.test(name)) continue;
      const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
      await writeFile(join(dir, `${name}.br`), await brotli(content));
      await writeFile(join(dir, `${name}.gz`), await zip(content, { level: 9 }));
    }
  },
});
