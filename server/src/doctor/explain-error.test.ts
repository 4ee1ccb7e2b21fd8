import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

const explain = (databaseUrl: string, error: object) =>
  explainError(Object.assign(new Error('connect failed'), error), { databaseUrl, dataDir: '' });

test.each(['ENOTFOUND', 'ENETUNREACH', 'EHOSTUNREACH'])(
  'names the pooler when the direct address of Supabase is unreachable: %s',
  (code) => {
    const direct = 'postgresql://postgres:x@db.abcdefghijkl.supabase.co:5432/postgres';
    expect(explain(direct, { code })).toContain('use o do pooler dela em modo de sessão');
    const pooler = direct.replace(/@db[^:]*/, '@aws-0-sa-east-1.pooler.supabase.com');
    expect(explain(pooler, { code })).toBe(
      `O PostgreSQL de DATABASE_URL não responde (${code}). Confira o endereço e se está no ar.`,
    );
  },
);

test('names the certificate when its file is missing', () => {
  const message = "ENOENT: no such file or directory, open '/srv/funil/ca.crt'";
  expect(
    explain('postgres://h/db?sslrootcert=/srv/funil/ca.crt', { code: 'ENOENT', message }),
  ).toContain('O arquivo que sslrootcert nomeia');
});
