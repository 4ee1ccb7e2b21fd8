const LOG_FLUSH_INTERVAL_MS = 50;
const LOG_FLUSH_LENGTH = 16_384;

/**
 * Buffers lines, because a write per line would cost a busy server a fifth of its time. Decision
 * 0014 says why pino's own destination is not used.
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
      if (text.length >= LOG_FLUSH_LENGTH) flush();
      else timer ??= setTimeout(flush, LOG_FLUSH_INTERVAL_MS).unref();
    },
  };
}
