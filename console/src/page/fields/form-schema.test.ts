import type { EditorSchema } from '@funil/contract/page/page-editor';
import { expect, test } from 'vitest';
import { canRestoreField, itemTitle, labelPath, makeInitialValue } from './form-schema.ts';

const option: EditorSchema = {
  type: 'object',
  title: '',
  properties: {
    key: { type: 'string', widget: 'key' },
    label: { type: 'string', title: 'Rótulo' },
  },
  required: ['key', 'label'],
};
const question: EditorSchema = {
  oneOf: [
    { type: 'object', properties: { kind: { const: 'text' } }, required: ['kind'] },
    {
      type: 'object',
      properties: {
        kind: { const: 'choice' },
        label: { type: 'string' },
        options: { type: 'array', title: 'As opções', minItems: 2, items: option },
      },
      required: ['kind', 'options'],
    },
  ],
};

test('gives each added option a different key', () => {
  const [, choice = {}] = question.oneOf ?? [];
  const { options } = Object(makeInitialValue(choice));
  expect(options).toMatchObject([{ label: '' }, { label: '' }]);
  expect(options[0].key).toMatch(/^item\d+$/);
  expect(options[0].key).not.toBe(options[1].key);
});

test('takes titles and labels from the variant to which the value belongs', () => {
  const value = { kind: 'choice', label: 'Qual **plano**?', options: [{ key: 'a', label: '' }] };
  expect(itemTitle(question, value)).toBe('Qual plano?');
  expect(labelPath(question, value, ['options', 0, 'label'])).toEqual([
    'As opções',
    'Item 1',
    'Rótulo',
  ]);
});

test.each([
  ['a group that stayed', ['proof', 'text'], { name: 'a' }, { name: 'a' }, true],
  ['a group whose other field changed', ['proof', 'text'], { name: 'a' }, { name: 'b' }, true],
  ['a group that was removed too', ['proof', 'text'], { name: 'a' }, undefined, false],
  ['a group that became empty', ['proof', 'text'], {}, undefined, true],
  ['the same item of a list', ['list', 0, 'text'], { name: 'a' }, { name: 'a' }, true],
  ['another item of a list', ['list', 0, 'text'], { name: 'a' }, { name: 'b' }, false],
])('says whether a removed field can return to %s', (_, path, rest, group, expected) => {
  expect(canRestoreField(path, rest, group)).toBe(expected);
});
