import { expect, test } from 'vitest';
import type { FormEvent } from '../../capture/form-events.ts';
import { createFormCourse } from './form-course.ts';

function record() {
  const events: FormEvent[] = [];
  return { events, course: createFormCourse('an-id', (event) => events.push(event)) };
}

test('starts with the first input and is abandoned on the last step and field', () => {
  const { events, course } = record();
  course.show(1);
  course.type('nome');
  course.type('email');
  course.show(2);
  course.abandon();
  course.abandon();
  expect(events).toEqual([
    { form: 'aplicacao', action: 'step', step: 1 },
    { form: 'aplicacao', action: 'start', step: 1, field: 'nome', ref: 'an-id' },
    { form: 'aplicacao', action: 'step', step: 2 },
    { form: 'aplicacao', action: 'abandon', step: 2, field: 'email', ref: 'an-id' },
  ]);
});

test('a form nothing was typed in is not abandoned', () => {
  const { events, course } = record();
  course.show(1);
  course.abandon();
  expect(events.map(({ action }) => action)).toEqual(['step']);
});

test('a completed form is not abandoned, and names its application', () => {
  const { events, course } = record();
  course.type('nome');
  course.complete();
  course.abandon();
  expect(events.map(({ action }) => action)).toEqual(['start', 'complete']);
  expect(events[1]).toMatchObject({ ref: 'an-id' });
});
