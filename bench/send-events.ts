import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

const CONNECTIONS = 64;
/** Events of one request: a visit's page sends as many. */
const BATCH = 20;

const EVENT = {
  name: 'section_view',
  secao: 'hero',
  payload: { time_in_view_ms: 1234 },
  ...{ utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'lancamento' },
  ...{ utm_content: 'criativo-3', utm_term: '', lead_ref: null },
};

function makeBatch(): string {
  const session_id = randomUUID();
  const occurred_at = new Date().toISOString();
  const rows = Array.from({ length: BATCH }, () => ({
    ...{ id: randomUUID(), session_id, occurred_at },
    ...EVENT,
  }));
  return JSON.stringify(rows);
}

/**
 * Sends events in batches of a visit each.
 * @param perSecond as many, or as fast as the connections can
 * @returns events stored a second
 */
export async function sendEvents(url: string, seconds: number, perSecond?: number) {
  const result = await autocannon({
    url: `${url}/rest/v1/jornada`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    ...(perSecond === undefined ? {} : { overallRate: perSecond / BATCH }),
    headers: { 'content-type': 'application/json', apikey: 'anon-local' },
    requests: [{ setupRequest: (request) => ({ ...request, body: makeBatch() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refused, ${result.errors} without an answer`);
  }
  return result.requests.average * BATCH;
}
