import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormSessions, type FormEvent } from './form-sessions.ts';

const ID = '01930000-0000-7000-8000-000000000001';
const NEXT_ID = '01930000-0000-7000-8000-000000000002';

function recordSessions() {
  const events: [string, object][] = [];
  const sessions = createFormSessions((name, payload) => events.push([name, payload]));
  const lead = (action: FormEvent['action'], overrides = {}) =>
    sessions.handle({ form: 'lead', action, ...overrides });
  const application = (action: FormEvent['action'], overrides = {}) =>
    sessions.handle({ form: 'application', action, rowKey: ID, ...overrides });
  return { ...sessions, lead, application, events, names: () => events.map(([name]) => name) };
}

test('reports the first input once, and the last step and field when the form is closed', () => {
  const { application, touch, events } = recordSessions();
  application('step', { step: 1 });
  application('start', { step: 1, field: 'nome' });
  application('start', { step: 1, field: 'email' });
  application('step', { step: 2 });
  touch('application', 'empresa');
  application('close');
  application('close');
  expect(events).toEqual([
    ['form_start', { form: 'aplicacao', step: 1, field: 'nome', lead_ref: ID }],
    ['form_abandon', { form: 'aplicacao', step: 2, field: 'empresa', lead_ref: ID }],
  ]);
});

test('reports nothing when a form without input is closed', () => {
  const { application, lead, leave, events } = recordSessions();
  application('step', { step: 1 });
  application('close');
  lead('close');
  leave();
  expect(events).toEqual([]);
});

test('reports a form closed and left while saving as completed only', () => {
  const { lead, leave, names } = recordSessions();
  lead('start', { field: 'nome' });
  lead('saving', { rowKey: ID });
  lead('close');
  leave();
  lead('complete', { rowKey: ID });
  leave();
  expect(names()).toEqual(['form_start', 'form_complete']);
});

test('reports a failed save as abandoned once, when the page is left', () => {
  const { lead, leave, names } = recordSessions();
  lead('start');
  lead('saving', { rowKey: ID });
  lead('close');
  lead('failed', { rowKey: ID });
  expect(names()).toEqual(['form_start']);
  leave();
  leave();
  lead('close');
  expect(names()).toEqual(['form_start', 'form_abandon']);
});

test('keeps two applications apart when the second is opened while the first is sent', () => {
  const { application, touch, leave, events } = recordSessions();
  application('start', { step: 1, field: 'nome' });
  application('saving', { step: 4 });
  application('close');
  application('start', { rowKey: NEXT_ID, step: 1, field: 'nome' });
  touch('application', 'email');
  application('failed');
  application('complete', { rowKey: NEXT_ID, step: 5 });
  leave();
  const started = { form: 'aplicacao', step: 1, field: 'nome' };
  expect(events).toEqual([
    ['form_start', { ...started, lead_ref: ID }],
    ['form_start', { ...started, lead_ref: NEXT_ID }],
    ['form_complete', { form: 'aplicacao', step: 5, lead_ref: NEXT_ID }],
    ['form_abandon', { ...started, step: 4, lead_ref: ID }],
  ]);
});

test('starts a new session when a restored page saves the form', () => {
  const { lead, leave, names } = recordSessions();
  lead('start');
  leave();
  expect(names()).toEqual(['form_start', 'form_abandon']);
  lead('saving', { rowKey: ID });
  lead('complete', { rowKey: ID });
  leave();
  expect(names()).toEqual(['form_start', 'form_abandon', 'form_start', 'form_complete']);
});

test('alternates starts and ends for any sequence of actions', () => {
  const action = fc.constantFrom('start', 'step', 'saving', 'failed', 'close', 'leave', 'complete');
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      const { lead, leave, names } = recordSessions();
      let isSaving = false;
      for (const step of actions) {
        // Skips an answer to a form that is not being sent.
        if ((step === 'complete' || step === 'failed') && !isSaving) continue;
        if (step === 'leave') leave();
        else lead(step, { rowKey: ID });
        isSaving = step === 'saving' || (isSaving && step !== 'complete' && step !== 'failed');
      }
      names().forEach((name, index) => {
        expect(name === 'form_start').toBe(index % 2 === 0);
      });
    }),
  );
});
