import { isFresh, isWhole, type KeptSession, readKeptSession } from '../session/kept.ts';
import { settingsNow } from '../session/settings.ts';
import { keepAnswer } from './answers.ts';
import { renewKept } from './renew-kept.ts';

/** What every view with people in it asks for besides: the texts to greet with, and what they name. */
const GREETING = ['templates', 'context'];

/** What the view at a path asks for first, as it will ask for it itself; nothing where it is not said here. */
function questionsOf({ pathname, search, hash }: Location): readonly string[] {
  if (pathname === '/') return ['today', ...GREETING];
  const [, place = '', id] = /^\/(leads|aplicacoes)(?:\/([\w-]+))?$/.exec(pathname) ?? [];
  if (place === '' || search !== '' || hash !== '') return [];
  const list = place === 'leads' ? 'leads' : 'applications';
  return [...(id === undefined ? [] : [`${list}/${id}`]), `${list}?limit=100`, ...GREETING];
}

async function ask(address: string, token: string): Promise<Response | null> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(address, { headers, cache: 'no-store' });
    return response.ok ? response : null;
  } catch {
    // The view asks again, and says what is wrong.
    return null;
  }
}

async function findSession(): Promise<KeptSession | null> {
  const kept = readKeptSession();
  if (kept === null || !isWhole(kept)) return null;
  if (isFresh(kept)) return kept;
  const place = settingsNow();
  return place === null ? null : renewKept(kept, place);
}

/**
 * Asks for what the view shows while its code is still on the way.
 * @returns the session that this browser keeps, good for requests now; null where auth-js has to judge
 */
export function askEarly(location: Location): Promise<KeptSession | null> {
  const session = findSession();
  for (const question of questionsOf(location)) {
    const address = `/console/v1/${question}`;
    const answer = session.then((found) => found && ask(address, found.access_token));
    keepAnswer(address, answer);
  }
  return session;
}
