import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import type { Tables } from './database.ts';

/** A column whose name says that it is a time. */
type TimeColumn<Row> = Extract<keyof Row, `${string}_at` | 'minute' | 'until'>;

/** `since`: the period counts from this column. `until`: the row is kept until this time. */
type RetainedRows = {
  [Table in keyof Tables]:
    | { readonly table: Table; readonly since: TimeColumn<Tables[Table]> }
    | { readonly table: Table; readonly until: TimeColumn<Tables[Table]> };
}[keyof Tables];

export interface Retention {
  readonly what: string;
  /** In Portuguese, with `{}` for the period. Default: only the period. */
  readonly kept?: string;
  /** The period; null if a setting or something other than time decides. */
  readonly ms: number | null;
  /** jobs/purge-expired.ts removes these rows; other jobs remove the rest. */
  readonly rows?: RetainedRows;
}

export const MAX_FAILED_ATTEMPTS_KEPT = 5;
/** After this time a key signs no more tokens, and only verifies them until the last has expired. */
export const SIGNING_KEY_USE_MS = 90 * DAY_MS;

/** docs/retencao.md is made from this. Rows of people have no age limit; only an operator erases them (erasure/). */
export const RETENTION = {
  visitContext: {
    what: 'contexto da visita (endereço, navegador, cookies da Meta e do Google)',
    kept: '30 dias, ou `CONVERSION_CONTEXT_DAYS`; sem Meta nem Google no `.env`, uns 20 minutos; quando as duas saem dele, pouco mais de uma hora',
    ms: null,
  },
  refusedNotices: {
    what: 'contagem dos avisos de checkout recusados (plataforma, motivo, minuto)',
    ms: 60 * DAY_MS,
    rows: { table: 'refused_notices', since: 'minute' },
  },
  runningServer: {
    what: 'sinal de que um servidor está no ar, e desde quando',
    kept: 'até ele parar; se caiu, {}',
    ms: DAY_MS,
    rows: { table: 'running_servers', since: 'seen_at' },
  },
  endedDelivery: {
    what: 'entregas terminadas: o que foi avisado, a quem, e as tentativas',
    ms: 30 * DAY_MS,
  },
  failedAttempts: {
    what: 'tentativas que falharam, de cada entrega',
    kept: `as ${MAX_FAILED_ATTEMPTS_KEPT} últimas`,
    ms: null,
  },
  removedEndpoint: {
    what: 'webhook removido no painel',
    kept: '{}, em que ainda pode voltar',
    ms: MINUTE_MS,
  },
  previousWebhookSecret: {
    what: 'segredo anterior de um webhook, depois de trocado',
    ms: 24 * HOUR_MS,
  },
  /** Measured by this process's uptime. */
  unconfiguredDestination: {
    what: 'destino que nenhuma configuração nomeia mais',
    kept: '{} com o servidor no ar',
    ms: HOUR_MS,
  },
  erasingPerson: {
    what: 'hash com chave do telefone e do e-mail de quem está sendo apagado',
    kept: 'até o fim; se o comando caiu, ou um arquivo está sendo importado, {}',
    ms: HOUR_MS,
    rows: { table: 'erasing_people', until: 'until' },
  },
  /** An operator can undo the completion of a request for this long. */
  completedRequestContact: {
    what: 'contato num pedido da LGPD já respondido',
    kept: '{}; depois, só o SHA-256',
    ms: 30 * DAY_MS,
  },
  session: {
    what: 'sessão de operador, usada ou não',
    kept: '{} desde a senha',
    ms: 30 * DAY_MS,
    rows: { table: 'operator_sessions', since: 'created_at' },
  },
  knownOrigin: {
    what: 'aparelho ou endereço de onde um operador já entrou',
    kept: '{} desde a última entrada',
    ms: 90 * DAY_MS,
    rows: { table: 'operator_known_origins', since: 'seen_at' },
  },
  operatorLink: {
    what: 'link de convite ou de nova senha',
    ms: 24 * HOUR_MS,
    rows: { table: 'operator_links', until: 'expires_at' },
  },
  passwordLink: {
    what: 'link de nova senha que vai por e-mail',
    kept: '{} desde o pedido',
    ms: 30 * MINUTE_MS,
  },
  upload: {
    what: 'arquivo enviado em **Importar** ou **Anúncios**',
    kept: 'enquanto é lido; se o servidor caiu, até a importação ser desfeita, ou {}',
    ms: HOUR_MS,
  },
  unusedOriginal: {
    what: 'imagem da página como foi enviada, antes do recorte',
    kept: 'enquanto o conteúdo, o rascunho ou uma versão usa a imagem, e {}; ao todo, 1 GB, as mais antigas saem',
    ms: DAY_MS,
  },
  challenge: {
    what: 'código pedido no acesso, sem resposta',
    ms: 5 * MINUTE_MS,
    rows: { table: 'operator_challenges', until: 'expires_at' },
  },
  unverifiedFactor: { what: 'segundo fator que nunca foi confirmado', ms: HOUR_MS },
  /** Kept so long, because a clock that is set back makes a code valid again. */
  usedCode: { what: 'código já usado do aplicativo autenticador', ms: 30 * DAY_MS },
  /** Longer than the period of any limit of attempts. */
  signInCounter: {
    what: 'contagem de tentativas de acesso',
    ms: 24 * HOUR_MS,
    rows: { table: 'sign_in_attempts', since: 'began_at' },
  },
  /** Longer than all attempts to send the e-mail take (deliveries/judge-attempt.ts). */
  operatorAlert: { what: 'e-mail a um operador, na fila', ms: 4 * DAY_MS },
  signingKey: {
    what: 'chave que assina os acessos',
    kept: 'usada por 90 dias, conhecida por mais 1',
    ms: SIGNING_KEY_USE_MS + DAY_MS,
    rows: { table: 'signing_keys', since: 'created_at' },
  },
  rateCounter: { what: 'contagem de pedidos de um endereço (PostgreSQL)', ms: 2 * MINUTE_MS },
} as const satisfies Readonly<Record<string, Retention>>;

/** Without a running server that sends conversions, contexts are kept this long, because one may be just starting. */
export const UNUSED_CONTEXT_MS = 10 * MINUTE_MS;
