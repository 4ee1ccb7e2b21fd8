import { randomUUID } from 'node:crypto';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { Ga4Config, MetaConfig } from '../config/conversions.ts';
import type { StoredVisitContext } from '../visits/visit-contexts.ts';
import type { LeadFact } from './conversion.ts';
import { postJson } from './conversion-post.ts';
import { composeGa4Request } from './ga4/compose.ts';
import { collectAddress } from './ga4/send.ts';
import { composeMetaEvent, composeMetaRequest } from './meta/compose.ts';
import { eventsAddress, isAboutToken, readError } from './meta/send.ts';

/** What came of a test event; `detail` is the other side's own word. */
export type TryOut =
  | { readonly state: 'taken' }
  /** The token, or the id it speaks of, is not what the other side knows. */
  | { readonly state: 'no-access'; readonly detail: string }
  | { readonly state: 'refused'; readonly detail: string }
  | { readonly state: 'no-answer'; readonly detail: string };

/** Longest wait for an answer, in ms. */
const PLATFORM_TIMEOUT_MS = 5_000;
const limits = () => ({ timeoutMs: PLATFORM_TIMEOUT_MS, signal: new AbortController().signal });

/** Somebody who does not exist, in a browser that is this command. */
const NOBODY = { name: 'Teste Funil', email: 'teste@funil.invalid', phone: '5511900000000' };
const VISIT: StoredVisitContext = {
  consent: 'granted',
  client_id: '1234567890.1234567890',
  ...{ gtag: false, fbq: false, other_form: false },
  address: null,
  userAgent: 'Funil doctor',
};
const NO_UTMS = Object.fromEntries(UTM_FIELDS.map((name) => [name, ''])) as Utms;
const makeFact = (now: number): LeadFact => ({
  ...{ type: 'lead.created', kind: 'lead', lead_ref: randomUUID(), at: now, customer: NOBODY },
  ...{ created_at: new Date(now).toISOString(), suspect: null, ...NO_UTMS },
});

/** Sends Meta an event that counts nowhere, under the code of its test screen. */
export async function tryMeta(
  config: MetaConfig,
  page: { pixel: string; url: string },
  now: number,
): Promise<TryOut> {
  const event = composeMetaEvent({
    fact: makeFact(now),
    visit: VISIT,
    url: page.url,
    now,
  });
  const address = eventsAddress(config, page.pixel);
  const posted = await postJson(address, composeMetaRequest(config, event), limits());
  if (!posted.ok) return { state: 'no-answer', detail: posted.code };
  const { status, text } = posted.answer;
  if (status >= 200 && status < 300) return { state: 'taken' };
  const error = readError(text);
  const detail = `${status}: ${error.message.slice(0, 200)}`;
  if (status >= 500) return { state: 'no-answer', detail };
  return { state: isAboutToken(error) ? 'no-access' : 'refused', detail };
}

/** Has Google's validation look at an event, which counts nowhere. It does not look at the secret. */
export async function tryGa4(config: Ga4Config, stream: string, now: number): Promise<TryOut> {
  const address = collectAddress(config, stream, '/debug/mp/collect');
  const request = composeGa4Request(makeFact(now), VISIT);
  const posted = await postJson(address, request, limits());
  if (!posted.ok) return { state: 'no-answer', detail: posted.code };
  const { status, text } = posted.answer;
  if (status !== 200) return { state: 'no-answer', detail: String(status) };
  const [problem] = readProblems(text);
  return problem === undefined ? { state: 'taken' } : { state: 'refused', detail: problem };
}

function readProblems(text: string): string[] {
  try {
    const { validationMessages }: { validationMessages?: unknown } = Object(JSON.parse(text));
    const messages: unknown[] = Array.isArray(validationMessages) ? validationMessages : [];
    return messages.map((message) => String(Object(message).description).slice(0, 200));
  } catch {
    // Not Google's answer, then: its beginning says what it is.
    return [text.slice(0, 200)];
  }
}
