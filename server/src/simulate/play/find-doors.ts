import type { PlatformName } from '@funil/contract/platforms';
import { noticeUrl } from './requests.ts';

/** Longest wait for an answer, in ms. */
const LONGEST_ANSWER = 10_000;

export type FoundDoors =
  | { readonly ok: true; readonly open: PlatformName[]; readonly closed: PlatformName[] }
  | { readonly ok: false; readonly reason: 'unreachable' | 'no-server' };

/**
 * Whether a server of this repository is there, and to which platforms it opens: it answers a notice
 * without proof 401 where it has the platform's secret, and keeps nothing of it; else 404.
 */
export async function findDoors(
  url: string,
  platforms: readonly PlatformName[],
): Promise<FoundDoors> {
  try {
    const health = await ask(`${url}/healthz`, { method: 'GET' });
    if (!health.ok) return { ok: false, reason: 'no-server' };
    const open: PlatformName[] = [];
    const closed: PlatformName[] = [];
    for (const platform of platforms) {
      const headers = { 'content-type': 'application/json' };
      const request = { method: 'POST', headers, body: '{}' };
      const { status } = await ask(noticeUrl(url, platform), request);
      (status === 404 || status === 405 ? closed : open).push(platform);
    }
    return { ok: true, open, closed };
  } catch {
    // Nothing was sent yet.
    return { ok: false, reason: 'unreachable' };
  }
}

async function ask(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(LONGEST_ANSWER) });
  await response.arrayBuffer();
  return response;
}
