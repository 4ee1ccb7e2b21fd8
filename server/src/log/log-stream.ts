const LOG_FLUSH_INTERVAL_MS = 50;
const LOG_FLUSH_LENGTH = 16_384;

/** A write per line would cost a busy server a fifth of its time. Decision 0014 says why pino does not buffer. */
export function bufferLog(writeOut: (bufferedText: string) => void) {
  let bufferedText = '';
  let timer: NodeJS.Timeout | null = null;

  function flush() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (bufferedText === '') return;
    writeOut(bufferedText);
    bufferedText = '';
  }

  return {
    flush,
    write(line: string) {
      bufferedText += line;
      if (bufferedText.length >= LOG_FLUSH_LENGTH) flush();
      else timer ??= setTimeout(flush, LOG_FLUSH_INTERVAL_MS).unref();
    },
  };
}
