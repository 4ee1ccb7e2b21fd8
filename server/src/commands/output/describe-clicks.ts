import type { ButtonClick } from '@funil/contract/journey';
import { toLocalTime } from '../../output/local-time.ts';

/** `01/03/2026 09:00:05 QUERO ENTRAR (hero) | …` */
export const describeClicks = (clicks: readonly ButtonClick[]): string =>
  clicks
    .map(({ botao, timestamp, secao }) =>
      [toLocalTime(timestamp), botao, secao && `(${secao})`].filter(Boolean).join(' '),
    )
    .join(' | ');
