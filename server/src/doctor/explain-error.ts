import type { StoreConfig } from '../config/config.ts';
import { describeCause } from '../log/describe-cause.ts';
import {
  MigrationError,
  UnusableDatabaseError,
  type UnusableDatabaseReason,
} from '../store/health/database-error.ts';
import { isDiskFull } from '../store/health/write-problem.ts';
import { databaseFile } from '../store/sqlite/database.ts';
import { SQLITE_RESULTS, sqliteResultOf } from '../store/sqlite/result-code.ts';

const DISK_FULL_REMEDY = 'Não há espaço no disco. Libere espaço e repita o comando.';
const DATABASE_BUSY_MESSAGE =
  'O banco de dados está ocupado por outro programa. Espere um pouco e repita o comando.';

const SERVER_USER_REMEDY = 'Repita como o usuário do servidor: sudo -u funil npm run …';

const SQLITE_EXPLANATIONS: Record<number, (file: string) => string> = {
  [SQLITE_RESULTS.permission]: (file) => `Sem permissão para usar ${file}. ${SERVER_USER_REMEDY}`,
  [SQLITE_RESULTS.busy]: () => DATABASE_BUSY_MESSAGE,
  [SQLITE_RESULTS.locked]: () => DATABASE_BUSY_MESSAGE,
  [SQLITE_RESULTS.readOnly]: (file) =>
    `Sem permissão para gravar em ${file}. ${SERVER_USER_REMEDY}`,
  [SQLITE_RESULTS.ioError]: (file) =>
    `O disco não lê ou não grava ${file}. Confira o próprio disco.`,
  [SQLITE_RESULTS.corrupt]: (file) =>
    `${file} está danificado. Pare o servidor e restaure a última cópia.`,
  [SQLITE_RESULTS.cannotOpen]: (file) =>
    `Não foi possível abrir ${file}. Confira DATA_DIR e as permissões da pasta.`,
  [SQLITE_RESULTS.notADatabase]: (file) =>
    `${file} não é um banco de dados. Confira DATA_DIR; o arquivo não foi tocado.`,
};

/** The messages about `pg_hba.conf` may be Portuguese; those about tenants and clients are of poolers. */
const POSTGRES_EXPLANATIONS: readonly (readonly [refusal: RegExp, sentence: string])[] = [
  [
    /^28000 .*(?:no encryption|SSL off|sem criptografia|SSL desabilitado)/,
    'O PostgreSQL de DATABASE_URL só aceita conexões com TLS: acrescente ?sslmode=verify-full no fim dela.',
  ],
  [
    /^28000 .*pg_hba\.conf/,
    'O PostgreSQL de DATABASE_URL não aceita este usuário e banco desta máquina: permita o endereço dela (pg_hba.conf, ou o firewall do provedor).',
  ],
  [/^28/, 'O PostgreSQL recusa o usuário ou a senha de DATABASE_URL.'],
  [
    /tenant.*not found/i,
    'O pooler de DATABASE_URL não conhece este projeto: copie o endereço inteiro do painel do provedor. No Supabase, o usuário é postgres.<projeto>, e o começo do servidor (aws-0, aws-1) muda de um projeto para outro.',
  ],
  [/^3D000/, 'O banco de dados nomeado em DATABASE_URL não existe.'],
  [/^42501/, 'O usuário de DATABASE_URL não tem permissão para isso.'],
  [
    /^(?:42P01|42703|3F000)/,
    'O banco de DATABASE_URL não tem as tabelas desta versão: inicie o servidor uma vez.',
  ],
  [
    /^53300|max ?clients|no more connections/i,
    'O PostgreSQL não aceita mais conexões agora. Repita o comando; se durar, aumente o limite dele ou o do pooler.',
  ],
  [/^(?:55P03|57014|40P01|40001)/, DATABASE_BUSY_MESSAGE],
  [/^25006/, 'O PostgreSQL de DATABASE_URL só aceita leituras agora (réplica ou manutenção).'],
  [/^(?:08|57P)/, 'O PostgreSQL de DATABASE_URL não responde. Confira se está no ar.'],
];

const UNREACHABLE_CODE_PATTERN = /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE)/;
const UNREACHABLE_MESSAGE_PATTERN = /connect|terminated|timeout/i;
/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE_CODE_PATTERN = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;
/** The package `pg` gives this error no code. */
const SSL_REFUSED_MESSAGE = /^the server does not support SSL connections$/i;

/** Supabase's direct address has no IPv4 without its add-on. */
const IPV6_ONLY_HOST = /@db\.\w+\.supabase\.co\b/;

interface DriverFields {
  code?: unknown;
  /** Only errors of the file system have a path. */
  path?: string;
  severity?: unknown;
}

const EXPLAIN_UNUSABLE: Readonly<
  Record<UnusableDatabaseReason, (store: StoreConfig | null) => string>
> = {
  missing: (store) =>
    store?.databaseUrl
      ? 'O banco de DATABASE_URL ainda não tem as tabelas: inicie o servidor uma vez, ou ajuste DATABASE_URL.'
      : `Ainda não há banco de dados em ${store?.dataDir}: inicie o servidor uma vez, ou ajuste DATA_DIR.`,
  forbidden: (store) =>
    `Este usuário não tem permissão para usar o banco em ${store?.dataDir}. ${SERVER_USER_REMEDY}`,
  networkFolder: (store) =>
    `${store?.dataDir} é uma pasta de rede, em que o banco embutido não funciona. Escolha em DATA_DIR uma pasta do disco desta máquina, ou use um PostgreSQL (DATABASE_URL).`,
  sharedSession: () =>
    'DATABASE_URL leva a um pooler em modo de transação, com que o servidor não funciona. Use a porta do modo de sessão, ou a do próprio PostgreSQL.',
  older: () =>
    'O banco de dados ainda é de uma versão anterior deste programa: inicie o servidor uma vez, para atualizá-lo, e repita o comando.',
  newer: () =>
    'O banco de dados é de uma versão mais nova deste programa. Use a versão nova, ou restaure uma cópia de antes dela.',
  obsolete: () =>
    'O banco de dados é de uma versão de teste, anterior à primeira publicada, e não pode ser atualizado: exporte os dados com a versão que o criou, guarde-o em outro lugar (ou aponte DATABASE_URL para um banco vazio) e inicie o servidor, que cria um novo.',
};

/** By SQLSTATE. */
const MIGRATION_REMEDIES: Readonly<Record<string, string>> = {
  '42501':
    '. Um administrador do PostgreSQL dá ao usuário de DATABASE_URL os direitos que docs/deploying.md pede.',
  '42P07': '. O banco tem tabelas de outro programa: aponte DATABASE_URL para um banco vazio.',
};

/** Returns the error and its remedy in Portuguese. */
export function explainError(thrown: unknown, store: StoreConfig | null): string {
  const error: Error & DriverFields = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof UnusableDatabaseError) return EXPLAIN_UNUSABLE[error.reason](store);
  if (error instanceof MigrationError) {
    const cause: (Error & DriverFields) | null = error.cause instanceof Error ? error.cause : null;
    const causeText = (cause && describeCause(cause)) || 'desconhecida';
    const remedy = MIGRATION_REMEDIES[String(cause?.code)] ?? '';
    return `O banco de dados recusa a atualização ${error.file} e ficou como estava. Causa: ${causeText}${remedy}`;
  }
  if (isDiskFull(error)) return DISK_FULL_REMEDY;
  if (error.path !== undefined && ['EACCES', 'EPERM'].includes(String(error.code)))
    return `Sem permissão para usar ${error.path}. Dê a permissão a quem roda o servidor, ou repita como ele: sudo -u funil npm run …`;
  return (
    explainSqlite(error, store) ??
    explainPostgres(error, store) ??
    `Não foi possível concluir: ${error.message || String(error.code ?? error.name)}`
  );
}

const explainSqlite = (error: Error, store: StoreConfig | null): string | null =>
  SQLITE_EXPLANATIONS[sqliteResultOf(error)]?.(databaseFile(store?.dataDir ?? '.')) ?? null;

function explainPostgres(error: Error & DriverFields, store: StoreConfig | null): string | null {
  if (store === null || store.databaseUrl === null) return null;
  const code = typeof error.code === 'string' ? error.code : '';
  if (typeof error.severity === 'string') {
    const refusal = `${code} ${error.message}`;
    return POSTGRES_EXPLANATIONS.find(([pattern]) => pattern.test(refusal))?.[1] ?? null;
  }
  if (code === 'ENOENT' && error.message.includes('open '))
    return 'O arquivo que sslrootcert nomeia, em DATABASE_URL, não existe. Baixe o certificado do provedor e escreva o caminho inteiro dele.';
  if (SSL_REFUSED_MESSAGE.test(error.message))
    return 'O PostgreSQL de DATABASE_URL não fala TLS: tire sslmode e ssl dela, ou escreva sslmode=disable.';
  if (CERTIFICATE_CODE_PATTERN.test(code))
    return `O certificado TLS do PostgreSQL de DATABASE_URL não é de confiança (${code}). Confira o nome do servidor; se o provedor assina os próprios certificados, baixe o dele e termine DATABASE_URL com ?sslmode=verify-full&sslrootcert=/srv/funil/ca.crt`;
  if (!UNREACHABLE_CODE_PATTERN.test(code) && !UNREACHABLE_MESSAGE_PATTERN.test(error.message))
    return null;
  const cause = code === '' ? '' : ` (${code})`;
  if (IPV6_ONLY_HOST.test(store.databaseUrl) && code !== 'ECONNREFUSED')
    return `O PostgreSQL de DATABASE_URL não responde${cause}. O endereço direto da Supabase é só IPv6: use o do pooler dela em modo de sessão, na porta 5432.`;
  return `O PostgreSQL de DATABASE_URL não responde${cause}. Confira o endereço e se está no ar.`;
}
