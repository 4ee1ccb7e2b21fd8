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
  /** The rows or files, in Portuguese. */
  readonly label: string;
  /** In Portuguese, with `{}` for the period. Default: only the period. */
  readonly periodText?: string;
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
    label: 'contexto da visita (endereço, navegador, cookies da Meta e do Google)',
    periodText:
      '30 dias, ou `CONVERSION_CONTEXT_DAYS`; sem Meta nem Google no `.env`, uns 20 minutos; quando as duas saem dele, pouco mais de uma hora',
    ms: null,
  },
  refusedNotices: {
    label: 'contagem dos avisos de checkout recusados (plataforma, motivo, minuto)',
    ms: 60 * DAY_MS,
    rows: { table: 'refused_notices', since: 'minute' },
  },
  runningServer: {
    label: 'sinal de que um servidor está no ar, e desde quando',
    periodText: 'até ele parar; se caiu, {}',
    ms: DAY_MS,
    rows: { table: 'running_servers', since: 'seen_at' },
  },
  endedDelivery: {
    label: 'entregas terminadas: o que foi avisado, a quem, e as tentativas',
    ms: 30 * DAY_MS,
  },
  failedAttempts: {
    label: 'tentativas que falharam, de cada entrega',
    periodText: `as ${MAX_FAILED_ATTEMPTS_KEPT} últimas`,
    ms: null,
  },
  removedEndpoint: {
    label: 'webhook removido no painel',
    periodText: '{}, em que ainda pode voltar',
    ms: MINUTE_MS,
  },
  previousWebhookSecret: {
    label: 'segredo anterior de um webhook, depois de trocado',
    ms: 24 * HOUR_MS,
  },
  /** Measured by this process's uptime. */
  unconfiguredDestination: {
    label: 'destino que nenhuma configuração nomeia mais',
    periodText: '{} com o servidor no ar',
    ms: HOUR_MS,
  },
  erasingPerson: {
    label: 'hash com chave do telefone e do e-mail de quem está sendo apagado',
    periodText: 'até o fim; se o comando caiu, ou um arquivo está sendo importado, {}',
    ms: HOUR_MS,
    rows: { table: 'erasing_people', until: 'until' },
  },
  /** An operator can undo the completion of a request for this long. */
  completedRequestContact: {
    label: 'contato num pedido da LGPD já respondido',
    periodText: '{}; depois, só o SHA-256',
    ms: 30 * DAY_MS,
  },
  session: {
    label: 'sessão de operador, usada ou não',
    periodText: '{} desde a senha',
    ms: 30 * DAY_MS,
    rows: { table: 'operator_sessions', since: 'created_at' },
  },
  knownOrigin: {
    label: 'aparelho ou endereço de onde um operador já entrou',
    periodText: '{} desde a última entrada',
    ms: 90 * DAY_MS,
    rows: { table: 'operator_known_origins', since: 'seen_at' },
  },
  operatorLink: {
    label: 'link de convite ou de nova senha',
    ms: 24 * HOUR_MS,
    rows: { table: 'operator_links', until: 'expires_at' },
  },
  passwordLink: {
    label: 'link de nova senha que vai por e-mail',
    periodText: '{} desde o pedido',
    ms: 30 * MINUTE_MS,
  },
  upload: {
    label: 'arquivo enviado em **Importar** ou **Anúncios**',
    periodText: 'enquanto é lido; se o servidor caiu, até a importação ser desfeita, ou {}',
    ms: HOUR_MS,
  },
  unusedOriginal: {
    label: 'imagem da página como foi enviada, antes do recorte',
    periodText:
      'enquanto o conteúdo, o rascunho ou uma versão usa a imagem, e {}; ao todo, 1 GB, as mais antigas saem',
    ms: DAY_MS,
  },
  challenge: {
    label: 'código pedido no acesso, sem resposta',
    ms: 5 * MINUTE_MS,
    rows: { table: 'operator_challenges', until: 'expires_at' },
  },
  unverifiedFactor: { label: 'segundo fator que nunca foi confirmado', ms: HOUR_MS },
  /** Kept so long, because a clock that is set back makes a code valid again. */
  usedCode: { label: 'código já usado do aplicativo autenticador', ms: 30 * DAY_MS },
  /** Longer than the period of any limit of attempts. */
  signInCounter: {
    label: 'contagem de tentativas de acesso',
    ms: 24 * HOUR_MS,
    rows: { table: 'sign_in_attempts', since: 'began_at' },
  },
  /** Longer than all attempts to send the e-mail take (deliveries/judge-attempt.ts). */
  operatorAlert: { label: 'e-mail a um operador, na fila', ms: 4 * DAY_MS },
  signingKey: {
    label: 'chave que assina os acessos',
    periodText: 'usada por 90 dias, conhecida por mais 1',
    ms: SIGNING_KEY_USE_MS + DAY_MS,
    rows: { table: 'signing_keys', since: 'created_at' },
  },
  rateCounter: { label: 'contagem de pedidos de um endereço (PostgreSQL)', ms: 2 * MINUTE_MS },
} as const satisfies Readonly<Record<string, Retention>>;

/** Without a running server that sends conversions, contexts are kept this long, because one may be just starting. */
export const UNUSED_CONTEXT_MS = 10 * MINUTE_MS;
