import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const { BROTLI_PARAM_NPOSTFIX: POSTFIX, BROTLI_PARAM_NDIRECT: DIRECT } = constants;

type Way = Readonly<Record<number, number>>;

/**
 * Ways to write a page down. Which one makes a page smallest hangs on accidents, such as the names of its
 * files, and the document's budget is tight: each is tried.
 */
const WAYS: readonly Way[] = [
  {},
  { [POSTFIX]: 1, [DIRECT]: 16 },
  { [POSTFIX]: 2, [DIRECT]: 16 },
  { [POSTFIX]: 3, [DIRECT]: 32 },
  { [constants.BROTLI_PARAM_LGBLOCK]: 16 },
];

const brotli = (content: Buffer, way: Way): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      ...way,
    },
  });

const TEXT = /\.(html|js|css|svg|xml|txt|webmanifest|ico)$/;

/** Whether a file, by its name, is worth compressing. */
export const isCompressible = (name: string): boolean => TEXT.test(name);

/** A file's content as small as each format makes it. */
export function compress(name: string, content: Buffer): { brotli: Buffer; gzip: Buffer } {
  const ways = name.endsWith('.html') ? WAYS : [{}];
  const [smallest = brotli(content, {})] = ways
    .map((way) => brotli(content, way))
    .toSorted((one, other) => one.length - other.length);
  return { brotli: smallest, gzip: gzipSync(content, { level: 9 }) };
}
