import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormCourses, type FormEvent } from './form-courses.ts';

const ID = '01930000-0000-7000-8000-000000000001';
const NEXT_ID = '01930000-0000-7000-8000-000000000002';

function record() {
  const told: [string, object][] = [];
  const courses = createFormCourses((name, moment) => told.push([name, moment]));
  const lead = (action: FormEvent['action'], more = {}) =>
    courses.hear({ form: 'lead', action, ...more });
  const application = (action: FormEvent['action'], more = {}) =>
    courses.hear({ form: 'application', action, ref: ID, ...more });
  return { ...courses, lead, application, told, names: () => told.map(([name]) => name) };
}

test('starts with the first input and is given up on the last step and field', () => {
  const { application, touch, told } = record();
  application('step', { step: 1 });
  application('start', { step: 1, field: 'nome' });
  application('start', { step: 1, field: 'email' });
  application('step', { step: 2 });
  touch('application', 'empresa');
  application('close');
  application('close');
  expect(told).toEqual([
    ['form_start', { form: 'aplicacao', step: 1, field: 'nome', lead_ref: ID }],
    ['form_abandon', { form: 'aplicacao', step: 2, field: 'empresa', lead_ref: ID }],
  ]);
});

test('a form nothing was typed in is not given up', () => {
  const { application, lead, leave, told } = record();
  application('step', { step: 1 });
  application('close');
  lead('close');
  leave();
  expect(told).toEqual([]);
});

test('closed or left while it is saved, a form completes and is not given up', () => {
  const { lead, leave, names } = record();
  lead('start', { field: 'nome' });
  lead('saving', { ref: ID });
  lead('close');
  leave();
  lead('complete', { ref: ID });
  leave();
  expect(names()).toEqual(['form_start', 'form_complete']);
});

test('closed while it is saved, and not saved, the short form waits for its visitor', () => {
  const { lead, leave, names } = record();
  lead('start');
  lead('saving', { ref: ID });
  lead('close');
  lead('failed', { ref: ID });
  expect(names()).toEqual(['form_start']);
  leave();
  expect(names()).toEqual(['form_start', 'form_abandon']);
});

test('closed while it is sent, and not taken, an application waits for its visitor, and the next is another', () => {
  const { application, leave, told } = record();
  application('start', { step: 1, field: 'nome' });
  application('saving', { step: 4 });
  application('close');
  application('start', { ref: NEXT_ID, step: 1, field: 'nome' });
  application('failed');
  application('complete', { ref: NEXT_ID, step: 5 });
  leave();
  expect(told.map(([name, moment]) => [name, Reflect.get(moment, 'lead_ref')])).toEqual([
    ['form_start', ID],
    ['form_start', NEXT_ID],
    ['form_complete', NEXT_ID],
    ['form_abandon', ID],
  ]);
});

test('a save that failed and then a visitor who leaves is given up once', () => {
  const { lead, leave, names } = record();
  lead('start');
  lead('saving', { ref: ID });
  lead('failed', { ref: ID });
  leave();
  leave();
  lead('close');
  expect(names()).toEqual(['form_start', 'form_abandon']);
});

test('a page that comes back as it was left begins anew, and only when something happens', () => {
  const { lead, leave, names } = record();
  lead('start');
  leave();
  expect(names()).toEqual(['form_start', 'form_abandon']);
  lead('saving', { ref: ID });
  lead('complete', { ref: ID });
  leave();
  expect(names()).toEqual(['form_start', 'form_abandon', 'form_start', 'form_complete']);
});

test('whatever happens, each course ends at most once and none ends that was not begun', () => {
  const action = fc.constantFrom('start', 'step', 'saving', 'failed', 'close', 'leave', 'complete');
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      const { lead, leave, names } = record();
      let isSaving = false;
      for (const next of actions) {
        // An answer comes only to what was sent.
        if ((next === 'complete' || next === 'failed') && !isSaving) continue;
        if (next === 'leave') leave();
        else lead(next, { ref: ID });
        isSaving = next === 'saving' || (isSaving && next !== 'complete' && next !== 'failed');
      }
      names().forEach((name, index) => {
        expect(name === 'form_start').toBe(index % 2 === 0);
      });
    }),
  );
});
