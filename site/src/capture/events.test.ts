import { expect, onTestFinished, test, vi } from 'vitest';
import { sendEvents } from './events.ts';

const row = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  session_id: 'a3bb189e-8bf9-4c58-9f3e-0123456789ab',
  name: 'click',
  occurred_at: '2026-03-01T12:00:10.000Z',
  secao: 'hero',
  payload: {},
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
  lead_ref: null,
};

test('keeps a batch when the backend does not answer within 15 seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const aborted: Event[] = [];
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', (event) => {
          aborted.push(event);
          reject(signal.reason);
        }),
      ),
  );
  const result = sendEvents([row]);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(aborted).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe(false);
});

test('sends an event again without its context when the backend refuses it', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return new Response(null, { status: sent.length === 1 ? 400 : 201 });
  });
  expect(await sendEvents([{ ...row, context: { consent: 'granted' } }])).toBe(true);
  expect(sent).toEqual([[{ ...row, context: { consent: 'granted' } }], [row]]);
});
