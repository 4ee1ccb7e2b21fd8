import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|xml|txt|webmanifest|ico)$/;

/** Whether a file, by its name, is worth compressing. */
export const isCompressible = (name: string): boolean => TEXT.test(name);

/** A file's content as small as each format makes it. */
export function compress(content: Buffer): { brotli: Buffer; gzip: Buffer } {
  const brotli = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  return { brotli, gzip: gzipSync(content, { level: 9 }) };
}
