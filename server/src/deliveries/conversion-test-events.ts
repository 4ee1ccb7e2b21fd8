import { randomUUID } from 'node:crypto';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { Ga4Config, MetaConfig } from '../config/conversions.ts';
import type { StoredVisitContext } from '../visits/visit-contexts.ts';
import type { LeadConversion } from './conversion.ts';
import { postJson } from './conversion-post.ts';
import { composeGa4Request } from './ga4/compose.ts';
import { collectAddress } from './ga4/send.ts';
import { composeMetaEvent, composeMetaRequest } from './meta/compose.ts';
import { eventsAddress, isAboutToken, readError } from './meta/send.ts';

/** The platform's response to a test event; `detail` quotes it. */
export type TestEventResult =
  | { readonly state: 'accepted' }
  /** The platform does not know the token, or the token has no access to the pixel. */
  | { readonly state: 'no-access'; readonly detail: string }
  | { readonly state: 'refused'; readonly detail: string }
  | { readonly state: 'no-answer'; readonly detail: string };

const PLATFORM_TIMEOUT_MS = 5_000;
const MAX_DETAIL_LENGTH = 200;

const TEST_VISIT: StoredVisitContext = {
  consent: 'granted',
  client_id: '1234567890.1234567890',
  gtag: false,
  fbq: false,
  other_form: false,
  address: null,
  userAgent: 'Funil doctor',
};
const NO_UTMS = Object.fromEntries(UTM_FIELDS.map((name) => [name, ''])) as Utms;
const makeTestLead = (now: number): LeadConversion => ({
  type: 'lead.created',
  kind: 'lead',
  lead_ref: randomUUID(),
  at: now,
  created_at: new Date(now).toISOString(),
  suspect: null,
  ...NO_UTMS,
  customer: { name: 'Teste Funil', email: 'teste@funil.invalid', phone: '5511900000000' },
});

/** Sends Meta an event that is not counted, with the code of its test screen. */
export async function sendMetaTestEvent(
  config: MetaConfig,
  page: { readonly pixel: string; readonly url: string },
  now: number,
): Promise<TestEventResult> {
  const event = composeMetaEvent({
    conversion: makeTestLead(now),
    visit: TEST_VISIT,
    url: page.url,
    now,
  });
  const body = composeMetaRequest(config, event);
  const posted = await postJson(eventsAddress(config, page.pixel), body, {
    timeoutMs: PLATFORM_TIMEOUT_MS,
  });
  if (!posted.ok) return { state: 'no-answer', detail: posted.code };
  const { status, text } = posted.response;
  if (status >= 200 && status < 300) return { state: 'accepted' };
  const error = readError(text);
  const detail = `${status}: ${error.message.slice(0, MAX_DETAIL_LENGTH)}`;
  if (status >= 500) return { state: 'no-answer', detail };
  return { state: isAboutToken(error) ? 'no-access' : 'refused', detail };
}

/** Sends an event to Google's validation, which counts nothing and does not check the secret. */
export async function sendGa4TestEvent(
  config: Ga4Config,
  measurementId: string,
  now: number,
): Promise<TestEventResult> {
  const address = collectAddress(config, measurementId, '/debug/mp/collect');
  const request = composeGa4Request(makeTestLead(now), TEST_VISIT);
  const posted = await postJson(address, request, { timeoutMs: PLATFORM_TIMEOUT_MS });
  if (!posted.ok) return { state: 'no-answer', detail: posted.code };
  const { status, text } = posted.response;
  if (status !== 200) return { state: 'no-answer', detail: String(status) };
  const problem = readProblem(text);
  return problem === null ? { state: 'accepted' } : { state: 'refused', detail: problem };
}

/** Returns the first problem in Google's response; null if it lists none. */
function readProblem(text: string): string | null {
  try {
    const { validationMessages: messages }: { validationMessages?: unknown } = Object(
      JSON.parse(text),
    );
    if (!Array.isArray(messages) || messages.length === 0) return null;
    return String(Object(messages[0]).description).slice(0, MAX_DETAIL_LENGTH);
  } catch {
    // Another server answered, and its text says which.
    return text.slice(0, MAX_DETAIL_LENGTH);
  }
}
