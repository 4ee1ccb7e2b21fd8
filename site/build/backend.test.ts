import { expect, test } from 'vitest';
import { readBackend } from './backend.ts';

test('without variables the page talks to its own server', () => {
  expect(readBackend({})).toEqual({ url: '' });
});

test('set but empty is a mistake, in the words people search for', () => {
  expect(() => readBackend({ PUBLIC_SUPABASE_URL: '' })).toThrow('supabaseUrl is required.');
  expect(() => readBackend({ PUBLIC_SUPABASE_ANON_KEY: ' ' })).toThrow('supabaseKey is required.');
});

test.each([' chave', 'chave\n', 'cha ve'])('a key with spaces is named: %j', (key) => {
  expect(() => readBackend({ PUBLIC_SUPABASE_ANON_KEY: key })).toThrow('PUBLIC_SUPABASE_ANON_KEY');
});

test('a value that is no address is named', () => {
  expect(() => readBackend({ PUBLIC_SUPABASE_URL: 'abc' })).toThrow(/PUBLIC_SUPABASE_URL.*"abc"/);
});
