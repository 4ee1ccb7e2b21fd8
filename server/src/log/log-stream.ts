const FLUSH_INTERVAL_MS = 50;
/** Buffered characters that are written at once. */
const FLUSH_LENGTH = 16_384;

/**
 * Buffers lines: one write per line would cost a busy server a fifth of its time. Why pino's own destination is not used:
 * `docs/decisions/0014-our-own-log-buffer.md`.
 */
export function bufferLog(writeOut: (text: string) => void) {
  let text = '';
  let timer: NodeJS.Timeout | null = null;

  function flush() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (text === '') return;
    writeOut(text);
    text = '';
  }

  return {
    flush,
    write(line: string) {
      text += line;
      if (text.length >= FLUSH_LENGTH) flush();
      else timer ??= setTimeout(flush, FLUSH_INTERVAL_MS).unref();
    },
  };
}
