import { expect, test } from 'vitest';
import { explainListenError, explainStoreError, explainWriteError } from './explain-start.ts';

const failWith = (code: string) => Object.assign(new Error(code), { code });

test.each([
  [
    'EADDRINUSE',
    'A porta 3000 já está em uso. Pare o programa que a usa, ou escolha outra em PORT, no .env.',
  ],
  ['EACCES', 'O sistema não deixa este usuário usar a porta 3000. Escolha outra em PORT, no .env.'],
  ['EADDRNOTAVAIL', 'HOST 10.0.0.9 não é um endereço desta máquina. Corrija HOST no .env.'],
  ['ENOTFOUND', 'HOST 10.0.0.9 não é um endereço desta máquina. Corrija HOST no .env.'],
  [
    'EMFILE',
    'A porta 3000 não pôde ser aberta: o sistema não deixa abrir mais arquivos (EMFILE). Aumente esse limite (ulimit -n).',
  ],
  ['EINVAL', 'A porta 3000 não pôde ser aberta em 10.0.0.9 (EINVAL). Confira HOST e PORT no .env.'],
])('explains a port that cannot be opened: %s', (code, sentence) => {
  const address = { host: '10.0.0.9', port: 3000 };
  expect(explainListenError(failWith(code), address)).toBe(sentence);
});

test('names the lowest port that any user may open', () => {
  const address = { host: '127.0.0.1', port: 80 };
  expect(explainListenError(failWith('EACCES'), address)).toBe(
    'Este usuário não pode usar a porta 80. Escolha uma acima de 1023 em PORT, no .env.',
  );
});

test('names the setting of the metrics port', () => {
  const address = { host: '127.0.0.1', port: 9100 };
  expect(explainListenError(failWith('EADDRINUSE'), address, 'METRICS_')).toContain(
    'escolha outra em METRICS_PORT, no .env.',
  );
});

const SQLITE = { databaseUrl: null, dataDir: '/srv/dados' };
const GOES_ON =
  ' O servidor continua ligado e tenta de novo sozinho; até lá nenhum lead é gravado.';

const UNWRITABLE =
  'Dê permissão ao usuário do servidor, ou escolha outra pasta em DATA_DIR, no .env.';

test.each([
  [failWith('EACCES'), `/srv/dados não pode ser gravada (EACCES). ${UNWRITABLE}`],
  [
    Object.assign(new Error('readonly'), { errcode: 1544 }),
    `/srv/dados não pode ser gravada (SQLite 8). ${UNWRITABLE}`,
  ],
  [failWith('ENOSPC'), 'O disco de /srv/dados está cheio (ENOSPC). Libere espaço.'],
  [
    Object.assign(new Error('full'), { errcode: 13 }),
    'O disco de /srv/dados está cheio (SQLite 13). Libere espaço.',
  ],
  [failWith('ENOTDIR'), '/srv/dados não é uma pasta. Escolha outra em DATA_DIR, no .env.'],
  [
    failWith('EROFS'),
    '/srv/dados fica em um disco que só permite leitura, ou fora do que o serviço pode gravar (EROFS). Monte-o para gravação, ponha a pasta em ReadWritePaths, no funil.service, ou escolha outra pasta em DATA_DIR, no .env.',
  ],
])('explains a data folder that cannot be used: %s', (error, sentence) => {
  expect(explainStoreError(error, SQLITE)).toBe(sentence + GOES_ON);
});

test.each([
  [
    '/srv/dados/site',
    '/srv/dados não pode ser gravada (EACCES). Dê permissão ao usuário do servidor, ou escolha outra pasta em DATA_DIR, no .env.',
  ],
  [
    '/srv/pagina/.build/next-7',
    '/srv/pagina não pode ser gravada (EACCES). Dê permissão ao usuário do servidor, ou escolha outra pasta em SITE_DIR, no .env.',
  ],
  [
    '/srv/app/site/.build/lock',
    '/srv/app/site/.build/lock não pode ser gravada (EACCES). Dê permissão ao usuário do servidor.',
  ],
])('names the folder and its setting when a build cannot write %s', (path, sentence) => {
  const error = Object.assign(failWith('EACCES'), { path, syscall: 'mkdir' });
  const env = { DATA_DIR: '/srv/dados', SITE_DIR: '/srv/pagina/dist' };
  expect(explainWriteError(error, env)).toBe(sentence);
});

test('returns null for an error that is not about writing a file', () => {
  expect(explainWriteError(new TypeError('x is undefined'), {})).toBeNull();
});

test('explains a PostgreSQL that does not answer', () => {
  const config = { databaseUrl: 'postgres://a:segredo@b/c', dataDir: './data' };
  expect(explainStoreError(failWith('ECONNREFUSED'), config)).toBe(
    `O PostgreSQL de DATABASE_URL não responde (ECONNREFUSED). Confira o endereço e se está no ar.${GOES_ON}`,
  );
});
