import { toLocalTime } from '../../output/local-time.ts';

/**
 * Why a secret is not changed again yet, for the operator.
 * @param until when the one before ends: ISO time in UTC
 */
export const describeRotated = (until: string): string =>
  `O segredo foi trocado há menos de um dia, e o anterior ainda assina até ${toLocalTime(until)}: troque de novo depois disso. Se o novo se perdeu, cadastre o endereço outra vez e tire este webhook.`;
