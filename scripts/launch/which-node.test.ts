import { expect, test } from 'vitest';
import { chooseNode } from './which-node.mjs';

const bundled = { path: '/app/node', version: '24.21.0' };

test('chooses the project’s Node before the machine’s', () => {
  for (const version of ['18.20.8', '26.1.0']) {
    const choice = chooseNode(bundled, { path: '/usr/bin/node', version });
    expect(choice).toEqual({ ok: true, ...bundled });
  }
});

test('chooses the machine’s Node if the project’s does not run', () => {
  const own = { path: '/usr/bin/node', version: '24.0.0' };
  expect(chooseNode({ problem: 'não roda' }, own)).toEqual({ ok: true, ...own });
});

test('explains what to install if neither Node runs', () => {
  const own = { path: '/usr/bin/node', version: '22.23.3' };
  expect(chooseNode({ problem: 'não roda (libx.so)' }, own)).toEqual({
    ok: false,
    message:
      'Nenhum Node serve aqui: o que vem com o projeto não roda (libx.so), e o desta máquina é o 22.23.3. ' +
      'Instale o Node 24 ou mais novo (https://nodejs.org) e repita o comando.',
  });
});
