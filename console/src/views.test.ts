import { expect, test } from 'vitest';
import { findMenuTarget } from './views.ts';

test.each([
  ['owner', '/pessoas', '/pessoas/leads'],
  ['attendant', '/pessoas/', '/pessoas/leads'],
  ['manager', '/ligacoes', '/ligacoes/entregas'],
  ['traffic', '/', '/relatorio'],
] as const)(
  'leads the %s from %s to %s when the address is a menu entry’s',
  (role, path, target) => {
    expect(findMenuTarget(role, path)).toBe(target);
  },
);

test.each([
  ['owner', '/'],
  ['owner', '/ligacoes'],
  ['attendant', '/vendas'],
  ['owner', '/pessoas/busca'],
] as const)('does not lead the %s away from %s', (role, path) => {
  expect(findMenuTarget(role, path)).toBeUndefined();
});
