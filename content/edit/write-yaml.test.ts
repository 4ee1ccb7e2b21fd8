import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseYamlFile } from '../load/yaml-file.ts';
import { writeYaml } from './write-yaml.ts';

const text = `# The first line.
title: Uma frase
# About the price.
price: 1.497,00 # at once
quoted: "{seats} vagas"
items:
  - name: a
    note: um
  # The second item.
  - name: b
    note: dois
`;

function revise(change: (value: ReturnType<typeof parse>) => unknown) {
  const value = parse(text);
  return writeYaml(text, change(value) ?? value);
}

test('returns the same text when the value is the same', () => {
  expect(writeYaml('a:   1   # spaced\n', { a: 1 })).toBe('a:   1   # spaced\n');
});

test('leaves a number as it is written while another field changes', () => {
  const written = 'alunos: 10.000\nvagas: 08\n';
  expect(writeYaml(written, { alunos: '10.000', vagas: 8 })).toBe(written);
  const changed = writeYaml(written, { alunos: '10.000', vagas: 7 });
  expect(parseYamlFile(changed, '').file?.value).toEqual({ alunos: '10.000', vagas: 7 });
});

test('keeps comments, order and quotes when a text changes', () => {
  expect(revise((value) => ({ ...value, title: 'Outra: com dois-pontos' }))).toBe(
    text.replace('Uma frase', '"Outra: com dois-pontos"'),
  );
  expect(revise((value) => ({ ...value, quoted: '{seats} lugares' }))).toBe(
    text.replace('vagas', 'lugares'),
  );
});

test('keeps an item’s comment when the item moves', () => {
  const moved = revise((value) => ({ ...value, items: value.items.toReversed() }));
  expect(moved).toContain('  # The second item.\n  - name: b\n    note: dois\n  - name: a\n');
});

test('adds and removes items and fields', () => {
  const changed = revise(({ quoted: _, ...value }) => ({
    ...value,
    items: [...value.items, { name: 'c' }],
    extra: null,
  }));
  expect(changed).not.toContain('quoted');
  expect(parse(changed)).toMatchObject({ extra: null, items: [{}, {}, { name: 'c' }] });
  expect(changed).toContain('# The second item.');
});

test.each([
  '',
  ' spaced ',
  '# no comment',
  'a: b',
  '{x}',
  '- item',
  'true',
  '1.497',
  '1.497,00',
  'null',
  '@quem',
  '"quoted"',
  "it's",
  'two\nlines\n',
  '<script>alert(1)</script>',
  'ends with a colon:',
  '\u00e9 \u{1f600}',
  `${'long words '.repeat(40)}end`,
])('writes a text that reads back the same: %j', (title) => {
  expect(parse(revise((value) => ({ ...value, title })))).toMatchObject({ title });
});

test('removes a field with the name of an inherited property', () => {
  expect(writeYaml('facts:\n  constructor: x\n  a: 1\n', { facts: { a: 1 } })).toBe(
    'facts:\n  a: 1\n',
  );
});

test('changes no alias when the part at its anchor changes', () => {
  const repeated = 'first: &one um\nitems:\n  - *one\n  - { name: *one }\n';
  const items = ['um', { name: 'um' }];
  expect(parse(writeYaml(repeated, { first: 'dois', items }))).toEqual({ first: 'dois', items });
  expect(parse(writeYaml(repeated, { items }))).toEqual({ items });
});

test('keeps the line ends of another system', () => {
  expect(writeYaml('# c\r\ntitle: a\r\nother: b\r\n', { title: 'c', other: 'b' })).toBe(
    '# c\r\ntitle: c\r\nother: b\r\n',
  );
});

test('reads line ends without a line feed', () => {
  const text = '# Começo\rtitle: A\rlist: [1]\r';
  expect(parseYamlFile(text, 'a.yaml').file?.value).toEqual({ title: 'A', list: [1] });
  expect(writeYaml(text, { title: 'B', list: [1] })).toBe('# Começo\ntitle: B\nlist: [1]\n');
});

test('quotes a text with a comment beside it', () => {
  expect(writeYaml('seats: 7 # of 10\n', { seats: 'sete' })).toBe('seats: "sete" # of 10\n');
});

test('keeps a renamed field in its place with its comment', () => {
  expect(writeYaml('# Why.\nlead: a\ntitle: b\n', { intro: 'c', title: 'b' })).toBe(
    '# Why.\nintro: c\ntitle: b\n',
  );
});
