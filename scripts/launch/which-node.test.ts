import { expect, test } from 'vitest';
import { chooseNode } from './which-node.mjs';

const bundled = { path: '/app/node', version: '24.21.0' };

test('the Node that came with the project runs it, whatever the machine has', () => {
  for (const version of ['18.20.8', '26.1.0']) {
    const choice = chooseNode(bundled, { path: '/usr/bin/node', version });
    expect(choice).toEqual({ ok: true, ...bundled });
  }
});

test('where it does not run, a new enough Node of the machine does', () => {
  const own = { path: '/usr/bin/node', version: '24.0.0' };
  expect(chooseNode({ problem: 'não roda' }, own)).toEqual({ ok: true, ...own });
});

test('where neither runs, one sentence says why and what to do', () => {
  const own = { path: '/usr/bin/node', version: '22.23.3' };
  expect(chooseNode({ problem: 'não roda (libx.so)' }, own)).toEqual({
    ok: false,
    message:
      'Nenhum Node serve aqui: o que vem com o projeto não roda (libx.so), e o desta máquina é o 22.23.3. ' +
      'Instale o Node 24 ou mais novo (https://nodejs.org) e repita o comando.',
  });
});
