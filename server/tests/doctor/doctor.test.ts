import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { runQuery } from '../../../testkit/databases/start-postgres.ts';
import { startFakeGa4 } from '../../../testkit/fakes/ga4.ts';
import { startFakeMeta } from '../../../testkit/fakes/meta.ts';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { findPort } from '../../../testkit/find-port.ts';
import { makeFolder, makeSiteInfo, writeSite } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { examineInstallation } from '../../src/doctor/examine.ts';
import { writePublishFailure } from '../../src/site/publish-failure.ts';
import { openCommandDatabase, toInsert } from '../commands/open-command-database.ts';

const SITE_FILES = {
  'index.html': 'x',
  'site.json': makeSiteInfo({
    url: 'https://minha.com.br',
    checkout: { url: 'https://pay.kiwify.com.br/abc', platform: 'kiwify' },
  }),
};

/** Makes a migrated database and a built page, and returns the environment that names both. */
async function openInstallation(kind: string) {
  const database = await openCommandDatabase(kind);
  const siteDir = join(database.folder, 'site');
  writeSite(siteDir, SITE_FILES);
  const consoleDir = join(database.folder, 'console');
  writeSite(consoleDir, { 'index.html': 'x' });
  const env: Record<string, string> = {
    ...database.env,
    SITE_DIR: siteDir,
    CONSOLE_DIR: consoleDir,
    KIWIFY_TOKEN: 'um-segredo-bem-longo',
    PORT: String(await findPort()),
    CONSOLE_PORT: String(await findPort()),
  };
  return { ...database, env, siteDir };
}

/** Starts a server and waits until its console listens. */
async function startWithConsole(env: Record<string, string>) {
  const server = await startServer(env);
  await expect.poll(() => server.output.stdout).toContain('Painel em');
  return server;
}

const runDoctor = (env: Record<string, string>, ...args: string[]) =>
  callCommand('doctor', args, env);

/** Returns findings as `level: sentence`, except about this machine's disk. */
async function findAll(env: Record<string, string>) {
  const findings = await examineInstallation({ ENV_FILE: '', ...env });
  return findings
    .filter(({ subject }) => subject !== 'disk')
    .map(({ level, what }) => `${level}: ${what}`);
}

const findCommands = async (env: Record<string, string>) =>
  (await examineInstallation({ ENV_FILE: '', ...env })).map(
    ({ level, command }) => `${level}: ${command}`,
  );

const findProblems = async (env: Record<string, string>) =>
  (await findAll(env)).filter((line) => !line.startsWith('green'));

test('reports a new installation as healthy, except that no notice has arrived', async () => {
  await using installation = await openInstallation('SQLite');
  await using _server = await startWithConsole(installation.env);
  await expect
    .poll(() => findProblems(installation.env))
    .toEqual([
      'yellow: Nenhuma cópia é feita: se o disco morrer, os leads e as vendas vão junto.',
      'yellow: Kiwify: o segredo está guardado, e nenhum aviso chegou ainda.',
    ]);
  const { code, stdout, stderr } = await runDoctor(installation.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('\nBanco de dados\n  certo    ');
  expect(stdout).toContain('→ O endereço é https://minha.com.br/postbacks/kiwify');
  expect(stdout).toMatch(/\n\d+ pontos? de atenção\.\n$/);
  expect(stdout).not.toContain('\u001b');
  expect(stdout).not.toContain('um-segredo-bem-longo');
});

test('reports that the running server has not read the newest .env, until it stops', async () => {
  await using installation = await openInstallation('SQLite');
  using folder = makeFolder();
  const file = join(folder.path, '.env');
  writeFileSync(file, 'KIWIFY_TOKEN=um-segredo-bem-longo', { mode: 0o600 });
  const env = { ...installation.env, ENV_FILE: file };
  const line = 'yellow: As configurações do servidor mudaram, e ele ainda usa as anteriores.';
  const readServers = () => installation.query('select server from funil.running_servers');
  await using server = await startServer(env);
  await expect.poll(readServers).toHaveLength(1);
  expect(await findProblems(env)).not.toContain(line);
  const later = new Date(Date.now() + 1_000);
  utimesSync(file, later, later);
  expect(await findProblems(env)).toContain(line);
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(await readServers()).toEqual([]);
  expect(await findProblems(env)).not.toContain(line);
});

test('reports a server and a console that do not run, and another program in their place', async () => {
  await using installation = await openInstallation('SQLite');
  const { PORT, CONSOLE_PORT } = installation.env;
  const problems = await findProblems(installation.env);
  expect(problems).toContain(
    `red: Nada responde em http://127.0.0.1:${PORT}: o servidor não está no ar.`,
  );
  expect(problems).toContain(
    `red: Nada responde em http://127.0.0.1:${CONSOLE_PORT}: o painel não está no ar.`,
  );
  await using other = await startReceiver((response) => response.end('ok\n'));
  const port = String(other.port);
  expect(await findProblems({ ...installation.env, PORT: port, CONSOLE_PORT: port })).toEqual(
    expect.arrayContaining([
      `red: Em http://127.0.0.1:${port} responde outro programa, e não o Funil.`,
      `red: Em http://127.0.0.1:${port} responde outro programa, e não o painel.`,
    ]),
  );
});

test('warns of a proxy that hides visitors, and of a second server on the same SQLite database', async () => {
  await using installation = await openInstallation('SQLite');
  const at = new Date().toISOString();
  const add = (server: string, hidden_visitor_at: string | null) =>
    installation.execute([
      toInsert('running_servers', { server, seen_at: at, started_at: at, hidden_visitor_at }),
    ]);
  const second =
    'yellow: Mais de um servidor usa o banco embutido, que é feito para um só: outro:3000, um:3000.';
  const proxy =
    'yellow: Um proxy esconde do servidor o endereço dos visitantes: muitos contam como um só, e a Meta recebe o do proxy.';
  const find = async () =>
    (await findProblems(installation.env)).filter((line) => line === second || line === proxy);
  await add('um:3000', null);
  expect(await find()).toEqual([]);
  await add('outro:3000', at);
  expect(await find()).toEqual([second, proxy]);
});

test('PostgreSQL: reports a new installation as healthy, and names the server that runs on it elsewhere', async () => {
  await using installation = await openInstallation('PostgreSQL');
  await installation.execute([
    "insert into funil.running_servers (server, seen_at, started_at) values ('outra:3000', now(), now())",
  ]);
  expect(await findAll(installation.env)).toContain(
    'green: O servidor está no ar em outro lugar: outra:3000.',
  );
  expect(await findProblems(installation.env)).toEqual([
    'yellow: Kiwify: o segredo está guardado, e nenhum aviso chegou ainda.',
  ]);
});

test('reports the last notice, and notices that were not understood', async () => {
  await using installation = await openInstallation('SQLite');
  await installation.execute([
    `insert into notices (platform, digest, headers, body, proof, read_by, read_error)
     values ('kiwify', zeroblob(32), '{}', x'7b7d', 'token', 1, 'shape')`,
  ]);
  const lines = await findAll(installation.env);
  expect(lines.filter((line) => line.includes('Kiwify:'))).toEqual([
    expect.stringMatching(/^green: Kiwify: o último aviso chegou há menos de 1 min\.$/),
    'yellow: Kiwify: 1 aviso não foi compreendido; nada se perdeu.',
  ]);
});

test('reports an endpoint that fails, and one that was switched off', async () => {
  await using installation = await openInstallation('PostgreSQL');
  const [failing, gone] = [
    '0a0f2c1e-5a3b-4c4d-9e6f-7a8b9c0d1e2f',
    '0b0f2c1e-5a3b-4c4d-9e6f-7a8b9c0d1e2f',
  ];
  await installation.execute([
    `insert into funil.endpoints (id, url, events, secret) values
     ('${failing}', 'https://a.test/x', '', 's'), ('${gone}', 'https://b.test/x', '', 's')`,
    `insert into funil.destinations (name, off_at, off_reason) values
     ('webhook:${failing}', null, null), ('webhook:${gone}', '2026-03-01T12:00:00Z', 'gone'),
     ('webhook:0c0f2c1e-5a3b-4c4d-9e6f-7a8b9c0d1e2f', '2026-03-01T12:00:00Z', 'removed')`,
    `insert into funil.outbox_events (type, subject, happened_at, data)
     values ('lead.created', 'lead:1', '2026-03-01T12:00:00.000Z', '{}')`,
    `insert into funil.deliveries (id, event_number, destination, subject, attempts, outcome)
     values ('${failing}', 1, 'webhook:${failing}', 'lead:1', 2, '502')`,
  ]);
  const lines = (await findAll(installation.env)).filter((line) => /\.test\/…|webhook:/.test(line));
  expect(lines.toSorted()).toEqual([
    expect.stringMatching(
      /^yellow: https:\/\/a\.test\/…x: falha há menos de 1 min \(resposta 502\); 1 entrega espera nova tentativa\.$/,
    ),
    'yellow: https://b.test/…x: desligado, porque respondeu 410: não quer mais avisos.',
  ]);
});

test.each([
  [
    'SQLite',
    'delete from migrations where version > 306',
    "insert into migrations (version, sha256) values (999, '')",
    'select max(version) as version from migrations',
  ],
  [
    'PostgreSQL',
    'delete from funil.migrations where version > 306',
    'insert into funil.migrations (version) values (999)',
    'select max(version) as version from funil.migrations',
  ],
])(
  '%s: reports a database of an earlier or newer release and leaves it unchanged',
  async (kind, makeOlder, makeNewer, selectVersion) => {
    await using installation = await openInstallation(kind);
    await installation.execute([makeOlder]);
    expect(await findProblems(installation.env)).toContainEqual(
      expect.stringMatching(/^yellow: Falta aplicar \d+ atualizaç(ão|ões) ao banco\.$/),
    );
    expect(await installation.query(selectVersion)).toEqual([{ version: 306 }]);
    await installation.execute([makeNewer]);
    expect(await findProblems(installation.env)).toContain(
      'red: O banco é de uma versão mais nova deste programa.',
    );
  },
);

test('changes no byte of a SQLite database', async () => {
  await using installation = await openInstallation('SQLite');
  const before = readFileSync(installation.file);
  await findAll(installation.env);
  expect(readFileSync(installation.file).equals(before)).toBe(true);
});

test('creates no database in a folder without one', async () => {
  using folder = makeFolder();
  const { code, stdout } = await runDoctor({
    DATA_DIR: folder.path,
    SITE_DIR: `${folder.path}/site`,
  });
  expect(code).toBe(1);
  expect(stdout).toContain(`→ Ainda não há banco de dados em ${folder.path}`);
  expect(stdout).toContain(`erro     Não há página gerada.`);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('reports a damaged file as an error', async () => {
  await using installation = await openInstallation('SQLite');
  const pages = readFileSync(installation.file);
  pages.fill(0xff, 8_192, 16_384);
  writeFileSync(installation.file, pages);
  expect(await findProblems(installation.env)).toContainEqual(
    expect.stringMatching(/^red: (O banco de dados tem um dano|O banco de dados não pôde)/),
  );
});

test('reports PostgreSQL that is read-only, or refuses anon, as an error', async () => {
  await using installation = await openInstallation('PostgreSQL');
  const url = new URL(String(installation.env.DATABASE_URL));
  const name = url.pathname.slice(1);
  await runQuery(url.href, `alter database ${name} set default_transaction_read_only = on`);
  expect(await findCommands(installation.env)).toContainEqual(
    expect.stringMatching(/^red: O PostgreSQL de DATABASE_URL só aceita leituras agora\./),
  );
  await runQuery(
    url.href,
    `revoke insert on public.leads from anon; alter database ${name} reset default_transaction_read_only`,
    'set default_transaction_read_only = off',
  );
  const columns = await installation.query(
    "select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'leads'",
  );
  await installation.execute([`revoke insert (${columns[0]?.names}) on public.leads from anon`]);
  expect(await findCommands(installation.env)).toContainEqual(
    expect.stringMatching(/^red: O papel anon não pode inserir em public\.leads\./),
  );
});

test('reports a failed publication and invalid settings', async () => {
  await using installation = await openInstallation('SQLite');
  writePublishFailure(installation.siteDir, {
    at: '2026-03-01T12:00:00.000Z',
    reason: '- content/offer.yaml, linha 3: falta o preço.',
  });
  const commandLines = await findCommands({ ...installation.env, PORT: 'abc' });
  expect(commandLines).toContainEqual(expect.stringMatching(/^red: .* PORT /));
  expect(commandLines).toContainEqual(
    expect.stringMatching(/^yellow: A última publicação falhou .*falta o preço/),
  );
});

test('reports folders with other files in the place of content and page', async () => {
  await using installation = await openInstallation('SQLite');
  const folder = join(installation.folder, 'outros');
  mkdirSync(folder);
  writeFileSync(join(folder, 'contrato.pdf'), 'assinado');
  const env = { ...installation.env, CONTENT_DIR: folder, SITE_DIR: folder };
  const commandLines = await findCommands(env);
  for (const line of [
    `red: A pasta do conteúdo, ${folder}, tem outros arquivos e nenhum site.yaml.`,
    `red: A pasta da página gerada, ${folder}, tem outros arquivos e nenhuma página.`,
  ]) {
    expect(commandLines).toContainEqual(expect.stringContaining(line));
  }
  const { code, stderr } = await callCommand('content', ['--minha-copia'], env);
  expect(code).toBe(1);
  expect(stderr).toContain('tem outros arquivos');
  expect(readFileSync(join(folder, 'contrato.pdf'), 'utf8')).toBe('assinado');
});

test('reports a settings file that others may read, and a missing one as an error', async () => {
  await using installation = await openInstallation('SQLite');
  const file = join(installation.folder, '.env');
  writeFileSync(file, 'HUBLA_TOKEN=0123456789abcdef\n');
  chmodSync(file, 0o644);
  const env = { ...installation.env, ENV_FILE: file };
  expect(await findCommands(env)).toContain(`yellow: chmod 600 ${file}`);
  expect(await findProblems(env)).toContain(
    'yellow: Hubla: o segredo está guardado, e nenhum aviso chegou ainda.',
  );
  expect(await findCommands({ ...installation.env, ENV_FILE: '/nowhere/.env' })).toContain(
    'red: Não foi possível ler /nowhere/.env (ENOENT).',
  );
});

test('reports a full disk', async () => {
  await using installation = await openInstallation('SQLite');
  // The limit of 256 KiB for files makes the probe fail as on a full disk.
  const limited = ['-c', 'trap "" XFSZ; ulimit -f 512; exec "$@"', 'sh', process.execPath];
  const command = join(import.meta.dirname, '../../src/commands/doctor.ts');
  const { stdout } = spawnSync('sh', [...limited, command, '--json', '-'], {
    env: { PATH: process.env.PATH, ENV_FILE: '', ...installation.env },
    encoding: 'utf8',
  });
  const redFindings = JSON.parse(stdout).filter(
    ({ subject, level }: { subject: string; level: string }) =>
      subject === 'database' && level === 'red',
  );
  expect(redFindings).toMatchObject([
    {
      what: 'O disco do banco de dados está cheio.',
      command: `Não há espaço em ${installation.env.DATA_DIR} para gravar (EFBIG).`,
    },
  ]);
  expect(
    readdirSync(String(installation.env.DATA_DIR)).filter((name) => /prova/.test(name)),
  ).toEqual([]);
});

test('writes files that only their owner may read', async () => {
  await using installation = await openInstallation('SQLite');
  const csv = join(installation.folder, 'exame.csv');
  const json = join(installation.folder, 'exame.json');
  const { stdout } = await runDoctor(installation.env, '--csv', csv, '--json', json);
  expect(stdout).toContain(`Exame em ${csv}`);
  expect(readFileSync(csv, 'utf8')).toContain('subject;level;what;remedy;command\r\n');
  expect(JSON.parse(readFileSync(json, 'utf8'))[0]).toMatchObject({ subject: 'settings' });
  expect(statSync(json).mode & 0o777).toBe(0o600);
});

test('reports accepted test events, and warns that no event counts with a test code', async () => {
  await using installation = await openInstallation('SQLite');
  const tracking = { gtag: 'G-ABC123', adsConversion: null, pixel: '1234567890' } as const;
  const siteInfo = makeSiteInfo({ tracking: { ...tracking, consent: 'notice' } });
  writeFileSync(`${installation.siteDir}/site.json`, siteInfo);
  await using meta = await startFakeMeta({ pixel: '1234567890', token: 'certo' });
  await using google = await startFakeGa4({ stream: 'G-ABC123', secret: 's' });
  const lines = await findAll({
    ...installation.env,
    META_CAPI_TOKEN: 'certo',
    META_API_URL: meta.address,
    META_TEST_EVENT_CODE: 'TEST77',
    GA4_API_SECRET: 's',
    GA4_API_URL: google.address,
  });
  expect(lines.filter((line) => /: (Meta|Google Analytics): /.test(line))).toEqual([
    'green: Meta: recebeu um evento de teste (TEST77); veja-o em “Testar eventos”, no painel da Meta.',
    'yellow: Meta: há um código de teste. Enquanto ele existir, nenhuma conversão conta.',
    'green: Google Analytics: a validação aceita os eventos. O Google nunca confere o segredo.',
  ]);
  expect(meta.tests).toHaveLength(1);
  expect([...meta.counted, ...google.counted]).toEqual([]);
});
