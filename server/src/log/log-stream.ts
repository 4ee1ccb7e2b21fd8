import type { LogStream } from './logger.ts';

/** Longest a line waits to be written, in ms. */
const FLUSH_INTERVAL = 50;
/** Characters gathered before they are written at once. */
const FLUSH_SIZE = 16_384;

export interface BufferedLogStream extends LogStream {
  flush(): void;
}

/**
 * Gathers lines, since a write for each would cost a busy server a fifth of its time. Why not by pino's
 * own destination: `docs/decisions/0014-our-own-log-buffer.md`.
 */
export function bufferLog(writeOut: (text: string) => void): BufferedLogStream {
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
    write(line) {
      text += line;
      if (text.length >= FLUSH_SIZE) flush();
      else timer ??= setTimeout(flush, FLUSH_INTERVAL).unref();
    },
  };
}
