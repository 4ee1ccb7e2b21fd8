import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test, vi } from 'vitest';
import { makeFolder } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { doctor, examine, openHouse, troubles } from './start-doctor.ts';

// Each test starts several processes; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 });

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES = ['SQLite', 'PostgreSQL'];
async function keepNotice(house: {
  env: Record<string, string>;
  execute(sql: string[]): Promise<void>;
}) {
  const digest = createHash('sha256').update('x').digest('hex');
  const [table, bytes] = house.env.DATABASE_URL
    ? ['funil.notices', `'\\x${digest}'::bytea`]
    : ['notices', `x'${digest}'`];
  const body = house.env.DATABASE_URL ? `'\\x7b7d'::bytea` : `x'7b7d'`;
  await house.execute([
    `insert into ${table} (platform, digest, headers, body, proof, read_by, trouble)
     values ('kiwify', ${bytes}, '{}', ${body}, 'token', 1, 'shape')`,
  ]);
}

test.each(STORES)('%s: a house in order is green but for the notices to come', async (kind) => {
  await using house = await openHouse(kind, postgres);
  const { code, stdout, stderr } = await doctor(house.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('\nBanco de dados\n  certo    ');
  expect(stdout).toContain('→ Cadastre https://minha.com.br/postbacks/kiwify no painel');
  expect(stdout).toMatch(/\n1 ponto de atenção\.\n$/);
  expect(stdout).not.toContain('\u001b');
  expect(stdout).not.toContain('um-segredo-bem-longo');
});

test.each(STORES)('%s: the last notice, and those not understood, are told', async (kind) => {
  await using house = await openHouse(kind, postgres);
  await keepNotice(house);
  const lines = await examine(house.env);
  expect(lines.filter((line) => line.includes('Kiwify'))).toEqual([
    expect.stringMatching(/^green: Kiwify: o último aviso chegou há \d+ segundos?\.$/),
    'yellow: Kiwify: 1 aviso não foi compreendido; nada se perdeu.',
  ]);
});

test.each(STORES)(
  '%s: an endpoint that fails, and one that wants no more, are told',
  async (kind) => {
    await using house = await openHouse(kind, postgres);
    const schema = house.env.DATABASE_URL ? 'funil.' : '';
    const [failing, gone] = [
      '0a0f2c1e-5a3b-4c4d-9e6f-7a8b9c0d1e2f',
      '0b0f2c1e-5a3b-4c4d-9e6f-7a8b9c0d1e2f',
    ];
    await house.execute([
      `insert into ${schema}endpoints (id, url, events, secret) values
     ('${failing}', 'https://a.test/x', '', 's'), ('${gone}', 'https://b.test/x', '', 's')`,
      `insert into ${schema}destinations (name, off_at, off_reason) values
     ('webhook:${failing}', null, null), ('webhook:${gone}', '2026-03-01T12:00:00Z', 'gone'),
     ('webhook:0c0f2c1e-5a3b-4c4d-9e6f-7a8b9c0d1e2f', '2026-03-01T12:00:00Z', 'removed')`,
      `insert into ${schema}announcements (type, subject, happened_at, data)
     values ('lead.created', 'lead:1', '2026-03-01T12:00:00.000Z', '{}')`,
      `insert into ${schema}deliveries (id, announcement, destination, subject, tries, outcome)
     values ('${failing}', 1, 'webhook:${failing}', 'lead:1', 2, '502')`,
    ]);
    const lines = (await troubles(house.env)).filter((line) => line.includes('.test/x'));
    expect(lines.toSorted()).toEqual([
      expect.stringMatching(
        /^yellow: https:\/\/a\.test\/x: falha há \d+ segundos? \(resposta 502\); 1 entrega espera nova tentativa\.$/,
      ),
      'yellow: https://b.test/x: desligado, porque respondeu 410: não quer mais avisos.',
    ]);
  },
);

test.each(STORES)(
  '%s: a database of an earlier release is told and left as it is',
  async (kind) => {
    await using house = await openHouse(kind, postgres);
    if (house.env.DATABASE_URL) {
      await house.execute(['delete from funil.migrations where version > 110']);
    } else {
      using file = new DatabaseSync(house.file);
      file.exec('pragma user_version = 106');
    }
    expect(await troubles(house.env)).toContainEqual(
      expect.stringMatching(/^yellow: Falta aplicar \d+ atualizaç(ão|ões) ao banco\.$/),
    );
    const version = house.env.DATABASE_URL
      ? 'select max(version) as version from funil.migrations'
      : 'select user_version as version from pragma_user_version';
    expect(await house.query(version)).toEqual([{ version: house.env.DATABASE_URL ? 110 : 106 }]);
  },
);

test.each(STORES)('%s: a newer release’s database is red', async (kind) => {
  await using house = await openHouse(kind, postgres);
  if (house.env.DATABASE_URL) {
    await house.execute(['insert into funil.migrations (version) values (999)']);
  } else {
    using file = new DatabaseSync(house.file);
    file.exec('pragma user_version = 999');
  }
  const { code } = await doctor(house.env);
  expect(code).toBe(1);
  expect(await troubles(house.env)).toContain(
    'red: O banco é de uma versão mais nova deste programa.',
  );
});

test('an embedded database is looked at without a byte of it changed', async () => {
  await using house = await openHouse('SQLite', postgres);
  const before = readFileSync(house.file);
  await doctor(house.env);
  expect(readFileSync(house.file).equals(before)).toBe(true);
});

test('a folder without a database gets none', async () => {
  using folder = makeFolder();
  const { code, stdout } = await doctor({
    DATA_DIR: folder.path,
    SITE_DIR: `${folder.path}/site`,
  });
  expect(code).toBe(1);
  expect(stdout).toContain(`→ Ainda não há banco de dados em ${folder.path}`);
  expect(stdout).toContain(`erro     Não há página gerada em ${folder.path}/site.`);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a damaged file is red', async () => {
  await using house = await openHouse('SQLite', postgres);
  const pages = readFileSync(house.file);
  pages.fill(0xff, 8_192, 16_384);
  writeFileSync(house.file, pages);
  const { code, stdout } = await doctor(house.env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/erro {5}(O banco tem um dano|O banco embutido)/);
});

test('PostgreSQL that only takes reads, or refuses anon, is red', async () => {
  await using house = await openHouse('PostgreSQL', postgres);
  const url = new URL(String(house.env.DATABASE_URL));
  const name = url.pathname.slice(1);
  await runQuery(url.href, `alter database ${name} set default_transaction_read_only = on`);
  expect(await troubles(house.env)).toContain(
    'red: O PostgreSQL de DATABASE_URL só aceita leituras agora.',
  );
  await runQuery(
    url.href,
    `revoke insert on public.leads from anon; alter database ${name} reset default_transaction_read_only`,
    'set default_transaction_read_only = off',
  );
  const columns = await house.query(
    "select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'leads'",
  );
  await house.execute([`revoke insert (${columns[0]?.names}) on public.leads from anon`]);
  expect(await troubles(house.env)).toContain(
    'red: O papel anon não pode inserir em public.leads.',
  );
});
