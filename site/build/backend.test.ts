import { expect, test } from 'vitest';
import { explainBackend, readBackendOrigin } from './backend.ts';

test('returns no origin without variables', () => {
  expect(readBackendOrigin({})).toBe('');
});

test('throws supabase-js’s message when a variable is empty', () => {
  expect(() => readBackendOrigin({ PUBLIC_SUPABASE_URL: '' })).toThrow('supabaseUrl is required.');
  expect(() => readBackendOrigin({ PUBLIC_SUPABASE_ANON_KEY: ' ' })).toThrow(
    'supabaseKey is required.',
  );
});

test.each([' chave', 'chave\n', 'cha ve'])('names a key with spaces: %j', (key) => {
  expect(() => readBackendOrigin({ PUBLIC_SUPABASE_ANON_KEY: key })).toThrow(
    'PUBLIC_SUPABASE_ANON_KEY',
  );
});

test('names a value that is not an address', () => {
  expect(() => readBackendOrigin({ PUBLIC_SUPABASE_URL: 'abc' })).toThrow(
    /PUBLIC_SUPABASE_URL.*"abc"/,
  );
});

test('refuses seats that the server counts when another backend serves the page', () => {
  const auto = { facts: { seats: 'auto', seatsTotal: 12 } } as const;
  expect(explainBackend('https://x.supabase.co', auto)).toContain('Escreva o número de vagas.');
  expect(explainBackend('', auto)).toBeNull();
  expect(explainBackend('https://x.supabase.co', { facts: { seats: 8 } })).toBeNull();
});
