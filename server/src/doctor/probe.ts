import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';

export type ProbeAnswer = 'funil' | 'other' | 'nothing';

const PROBE_TIMEOUT_MS = 3_000;
/** The address by which a listener on all interfaces is reached. */
const LOCAL_HOST_BY_ANY_HOST: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '::1',
};

export function listenerUrl({ host, port }: Config['listen']): string {
  const localHost = LOCAL_HOST_BY_ANY_HOST[host] ?? host;
  return `http://${isIP(localHost) === 6 ? `[${localHost}]` : localHost}:${port}`;
}

export const probeServer = (listener: Config['listen']): Promise<ProbeAnswer> =>
  probeListener(`${listenerUrl(listener)}/readyz`, (text) =>
    /^(?:ready|database unavailable)\n/.test(text),
  );

/** Recognizes the console by its refusal of a request without a token. */
export const probeConsole = (listener: Config['listen']): Promise<ProbeAnswer> =>
  probeListener(`${listenerUrl(listener)}/console/v1/context`, (text) =>
    text.includes('no_authorization'),
  );

async function probeListener(
  url: string,
  isFunil: (text: string) => boolean,
): Promise<ProbeAnswer> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const response = await fetch(url, { signal, redirect: 'manual' });
    return isFunil(await response.text()) ? 'funil' : 'other';
  } catch {
    // A listener that refuses, stays silent or does not speak HTTP serves neither visitors nor operators.
    return 'nothing';
  }
}
