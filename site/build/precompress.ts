import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AstroIntegration } from 'astro';

const TEXT = /\.(html|js|css|svg|xml|txt|webmanifest|ico)$/;

const { BROTLI_PARAM_NPOSTFIX: POSTFIX, BROTLI_PARAM_NDIRECT: DIRECT } = constants;

/**
 * Ways to write a page down. Which one makes a page smallest hangs on accidents, such as the names of its
 * files, and the document's budget is tight: each is tried.
 */
const WAYS: readonly Record<number, number>[] = [
  {},
  { [POSTFIX]: 1, [DIRECT]: 16 },
  { [POSTFIX]: 2, [DIRECT]: 16 },
  { [POSTFIX]: 3, [DIRECT]: 32 },
  { [constants.BROTLI_PARAM_LGBLOCK]: 16 },
];

function compress(file: string): void {
  const content = readFileSync(file);
  const ways = file.endsWith('.html') ? WAYS : [{}];
  const [smallest] = ways
    .map((way) => brotli(content, way))
    .sort((one, other) => one.length - other.length);
  if (smallest) writeFileSync(`${file}.br`, smallest);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

const brotli = (content: Buffer, way: Record<number, number>): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      ...way,
    },
  });

/** Writes a `.br` and a `.gz` beside every text file, so that no request waits for a compressor. */
export function precompress(): AstroIntegration {
  return {
    name: 'precompress',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (TEXT.test(file)) compress(join(folder, file));
        }
      },
    },
  };
}
