import type { Pool } from 'pg';
import { NEWS_CHANNEL } from '../news.ts';

/** Least time, in ms, between two tellings. */
const PAUSE = 200;

/** Tells of commits some time after them, on another connection: no capture waits for it. */
export function createNews(owner: Pool) {
  let timer: NodeJS.Timeout | null = null;
  return {
    tell() {
      timer ??= setTimeout(() => {
        timer = null;
        // Lost: whoever listens looks by itself before long.
        owner.query(`notify ${NEWS_CHANNEL}`).catch(() => undefined);
      }, PAUSE);
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
