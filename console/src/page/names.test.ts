import type { DraftFile, EditorForm } from '@funil/contract/page/page-editor';
import { expect, test } from 'vitest';
import { describeOtherEditor } from './names.ts';

const formOf = (field: string) =>
  ({ schema: { properties: { [field]: {} } } }) as unknown as EditorForm;

test('names the other operator only at the form of the field that was changed last', () => {
  const file = {
    changed: [['theme'], ['checkout', 'url']],
    changed_by: 'ana@escola.test',
    changed_at: '2026-11-20T12:00:00.000Z',
  } as unknown as DraftFile;
  const now = Date.parse('2026-11-20T12:02:00Z');
  const describe = (field: string) =>
    describeOtherEditor({ file, form: formOf(field), operatorEmail: 'bia@escola.test', now });
  expect(describe('checkout')).toBe('Ana está editando · há 2 min');
  expect(describe('theme')).toBeNull();
});
