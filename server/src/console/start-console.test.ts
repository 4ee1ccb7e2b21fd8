import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { describeMessage } from './start-console.ts';

test.each([
  [{ CONSOLE_HOST: '::' }, 'http://[::1]:3001', 'http://localhost:3001'],
  [{ CONSOLE_HOST: '0.0.0.0' }, 'http://127.0.0.1:3001', 'http://localhost:3001'],
  [{ CONSOLE_HOST: '::1' }, 'http://[::1]:3001', 'http://[::1]:3001'],
  [{ CONSOLE_HOST: '10.0.0.5' }, 'http://10.0.0.5:3001', 'http://10.0.0.5:3001'],
  [
    { CONSOLE_HOST: '::', CONSOLE_URL: 'https://p.example.com' },
    'http://[::1]:3001',
    'https://p.example.com',
  ],
])('prints an address that opens the console of %j', (env, address, printed) => {
  const message = { outcome: 'listening', address, firstLinkToken: 'T' } as const;
  expect(describeMessage(message, configOf(env))).toBe(
    `Painel em ${printed}\nPrimeiro acesso, uma vez e até amanhã: ${printed}/primeiro-acesso#T\n`,
  );
});
