import type { EventRow } from '@funil/contract/event';
import type { PlatformName } from '@funil/contract/platforms';
import { MAX_ROWS } from '@funil/contract/protocol';
import type { Deed } from './arrivals.ts';
import { type Doors, type Failure, noticeUrl, requestOf, type Send } from './requests.ts';
import type { TrueReport } from './truth.ts';

/** How often each door was knocked at. */
export type Knocks = Record<Deed['door'], number>;

export type Played =
  | { readonly ok: true; readonly report: TrueReport; readonly requests: Knocks }
  | ({ readonly ok: false } & Failure);

export interface Play {
  readonly month: Generator<Deed, TrueReport>;
  readonly doors: Doors;
  readonly send: Send;
  /** Most requests under way. */
  readonly atOnce?: number;
}

/** Plays a month at a server's doors, events by the hundred; it ends with the first refusal. */
export async function play({ month, doors, send, atOnce = 16 }: Play): Promise<Played> {
  const requests: Knocks = {
    jornada: 0,
    leads: 0,
    application_drafts: 0,
    applications: 0,
    postbacks: 0,
  };
  const underWay = new Set<Promise<void>>();
  const waiting: EventRow[] = [];
  let failure: Failure | null = null;

  async function knock(deed: Deed) {
    if (underWay.size >= atOnce) await Promise.race(underWay);
    requests[deed.door] += 1;
    const sending = send(requestOf(deed, doors)).then((sent) => {
      underWay.delete(sending);
      if (!sent.ok) failure ??= sent;
    });
    underWay.add(sending);
  }

  let step = month.next();
  for (; !step.done && failure === null; step = month.next()) {
    if (step.value.door !== 'jornada') await knock(step.value);
    else waiting.push(...step.value.rows);
    while (waiting.length >= MAX_ROWS.jornada) {
      await knock({ door: 'jornada', rows: waiting.splice(0, MAX_ROWS.jornada) });
    }
  }
  if (waiting.length > 0 && failure === null) await knock({ door: 'jornada', rows: waiting });
  await Promise.all(underWay);
  if (failure !== null) return { ok: false, ...(failure as Failure) };
  if (!step.done) throw new Error('The month ended before its end.');
  return { ok: true, report: step.value, requests };
}

const ANSWER_TIMEOUT_MS = 10_000;

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
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  await response.arrayBuffer();
  return response;
}
