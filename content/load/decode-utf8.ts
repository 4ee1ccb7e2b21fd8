type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number };

const newline = 0x0a;

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // Which byte it is matters to nobody; the line is found by the caller.
    return false;
  }
};

/** The first line that is not UTF-8, counted from 1. */
const firstBadLine = (bytes: Uint8Array): number => {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
    line += 1;
  }
  return line;
};

/** A file's text, or the first line that another encoding has spoilt. */
export const decodeUtf8 = (bytes: Uint8Array): Decoded =>
  // No text has a NUL; UTF-16 is full of them.
  isUtf8(bytes) && !bytes.includes(0)
    ? { ok: true, text: new TextDecoder().decode(bytes) }
    : { ok: false, line: isUtf8(bytes) ? 1 : firstBadLine(bytes) };
