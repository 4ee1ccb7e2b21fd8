import { fillUtms } from '@funil/contract/capture/utm';
import { expect, test, vi } from 'vitest';
import { sendToPixel } from './pixel.ts';

/** Makes the globals of a page with Meta's pixel, which keeps its calls. */
function openPage() {
  const calls: unknown[][] = [];
  const memory = new Map<string, string>();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('window', {
    fbq: (...call: unknown[]) => calls.push(call),
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => memory.set(key, value),
    },
  });
  return calls;
}

test('reports one lead per visit to Meta when both forms are sent', () => {
  const calls = openPage();
  const sendForms = (sessionId: string, refs: { application: string; lead: string }) => {
    const details = { time: 0, sessionId, utms: fillUtms('') };
    const application = { form: 'aplicacao', step: 4, lead_ref: refs.application } as const;
    sendToPixel({ ...details, name: 'form_complete', payload: application });
    const lead = { currency: 'BRL', value: 0, lead_ref: refs.lead } as const;
    sendToPixel({
      ...details,
      name: 'form_complete',
      payload: { form: 'lead', lead_ref: refs.lead },
    });
    sendToPixel({ ...details, name: 'generate_lead', payload: lead });
  };
  sendForms('visit-1', { application: 'application-1', lead: 'lead-1' });
  sendForms('visit-2', { application: 'application-2', lead: 'lead-2' });
  expect(calls).toEqual([
    ['track', 'Lead', {}, { eventID: 'application-1' }],
    ['track', 'Lead', {}, { eventID: 'application-2' }],
  ]);
});
