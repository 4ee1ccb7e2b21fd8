import { readRetryAfter } from '../../http/ask-api.ts';
import { describePrivateAddress, NotPublicError } from '../address-guard.ts';
import type { AttemptOutcome } from '../destination.ts';
import type { PostResponse } from '../poster.ts';

/** Source: RFC 9110, 10.2.3; RFC 6585, 4. */
const RETRY_AFTER_STATUSES = [429, 503];

/** Stored instead of a web page. The event counts as delivered all the same, because some tools answer with a page. */
export const WEB_PAGE_RESPONSE =
  'Respondeu com uma página da web, como a de um login ou de um domínio à venda. Confira se o endereço é o que recebe avisos.';
const WEB_PAGE_START = /^\s*<(?:!doctype\s+html|html)\b/i;

/**
 * Google Apps Script redirects to this host for the output of a script that has run.
 * https://developers.google.com/apps-script/guides/content#redirects
 */
const APPS_SCRIPT_ANSWER = /^https:\/\/script\.googleusercontent\.com\//;
const GOOGLE_LOGIN = /^https:\/\/accounts\.google\.com\//;
const GOOGLE_LOGIN_RESPONSE =
  'O Google pede um login: na implantação do Apps Script, dê acesso a “Qualquer pessoa”.';

const chatRefusal = (tool: string): string =>
  `O ${tool} só recebe mensagens no formato dele: ponha no meio o n8n ou a Make, que montam a mensagem.`;

/** Answers of common tools, and what to do. The advice of the first match is shown, and then the answer. */
const KNOWN_REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /is not registered for POST requests/,
    'No n8n, o nó Webhook espera outro método: escolha POST nele.',
  ],
  [
    /webhook only works for one call/,
    'É o endereço de teste do n8n, que só responde enquanto o editor escuta: cadastre o Production URL.',
  ],
  [
    /The requested webhook .+ is not registered/,
    'No n8n, o fluxo deste endereço não está ativo: ative-o, e confira se o endereço ainda é o dele.',
  ],
  [/^(?:no_text|missing_text_or_fallback_or_attachments)\s*$/, chatRefusal('Slack')],
  [/"code":\s*50006\b/, chatRefusal('Discord')],
  [/Unknown name .+ at 'message'.*Cannot find field/s, chatRefusal('Google Chat')],
];

/** Returns what to do after a refusal that none of the known tools explains. */
function adviseAfter(status: number): string {
  if (status === 401 || status === 403)
    return 'O outro lado não aceita quem envia: copie de lá o endereço inteiro, e cadastre-o de novo.';
  if (status === 404 || status === 410)
    return 'O outro lado não conhece este endereço: copie de lá o de agora, e cadastre-o de novo.';
  if (status === 402) return 'O outro lado não aceita sem pagamento. Veja o plano de lá.';
  if (status === 429)
    return 'O outro lado recebeu pedidos demais: espere um pouco. Se continuar, veja o limite do plano de lá.';
  if (status < 200) return 'A resposta não é a de um webhook: confira o endereço.';
  if (status === 408 || status === 425 || status >= 500)
    return 'O outro lado está com um problema: espere um pouco. Se continuar, fale com quem cuida dele.';
  return 'O outro lado não aceitou a mensagem: confira lá o que este endereço espera receber.';
}

/** 2xx, or Apps Script's redirect to its answer, means delivered; 410 disables the endpoint; all else is retried. */
export function judgeWebhookResponse(
  { status, headers, text }: PostResponse,
  now: number,
): AttemptOutcome {
  const base = { status, response: cleanResponse(text) };
  if (status >= 200 && status < 300) {
    const response = WEB_PAGE_START.test(text) ? WEB_PAGE_RESPONSE : base.response;
    return { status, response, result: 'delivered' };
  }
  if (status >= 300 && status < 400) {
    const { location = '' } = headers;
    if (APPS_SCRIPT_ANSWER.test(location)) return { status, response: '', result: 'delivered' };
    if (GOOGLE_LOGIN.test(location))
      return { status, response: GOOGLE_LOGIN_RESPONSE, result: 'failed' };
    const target = cleanResponse(location).slice(0, 500) || 'outro endereço';
    const response = `Redireciona para ${target}, e redirecionamentos não são seguidos: cadastre o endereço final.`;
    return { status, response, result: 'failed' };
  }
  const retryAfterMs = RETRY_AFTER_STATUSES.includes(status)
    ? readRetryAfter(headers['retry-after'], now)
    : null;
  const [, knownRemedy] = KNOWN_REFUSALS.find(([pattern]) => pattern.test(text)) ?? [];
  const remedy = knownRemedy ?? adviseAfter(status);
  // The answer is shown too, because the advice is wrong if another tool answers with the same words.
  const response = base.response.trim() ? `${remedy} Resposta: ${base.response}` : remedy;
  if (status === 410) return { status, response, result: 'gone' };
  return { status, response, result: 'failed', retryAfterMs };
}

const cleanResponse = (text: string) => text.toWellFormed().replaceAll('\0', '');

const ENDPOINT_CHECK = 'Confira o endereço; se está certo, fale com quem cuida do outro sistema.';

const OWN_NETWORK_CHECK = 'Espere; se continuar, quem cuida deste servidor confere a rede.';

/** Node's error codes of a problem of this machine: of its network, or of too many open files. */
const OWN_NETWORK_CODES = [
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
];

const ABORT_REASONS: Readonly<Record<string, string>> = {
  ERR_SLOW: `Não houve resposta em 15 segundos. ${ENDPOINT_CHECK}`,
  ERR_STOPPED: 'Interrompida: o servidor desligou.',
};

const ENDPOINT_WITHOUT_TLS = 'A outra ponta não fala TLS: confira https:// e a porta.';

/** Failures whose reason says what to do. */
const ADVISED_FAILURES: Readonly<Record<string, string>> = {
  EPROTO: ENDPOINT_WITHOUT_TLS,
  CERT_NOT_YET_VALID: 'O certificado TLS ainda não vale: confira o relógio.',
};

const FAILURE_REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'O nome do endereço não existe (DNS).',
  EAI_AGAIN: 'O DNS não responde agora.',
  ECONNREFUSED: 'Ninguém atende nesse endereço e porta.',
  ECONNRESET: 'A outra ponta cortou a conexão sem responder.',
  EPIPE: 'A outra ponta cortou a conexão sem responder.',
  ETIMEDOUT: 'A conexão não se completou.',
  EHOSTUNREACH: 'Não há caminho de rede até esse endereço.',
  ENETUNREACH: 'Não há caminho de rede até esse endereço.',
  CERT_HAS_EXPIRED: 'O certificado TLS venceu.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado TLS é autoassinado.',
  SELF_SIGNED_CERT_IN_CHAIN: 'O certificado TLS é autoassinado.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Falta o certificado intermediário do TLS.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Ninguém conhecido assina o certificado TLS.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado TLS é de outro nome.',
};

export function describeFailure(error: NodeJS.ErrnoException): string {
  if (error instanceof NotPublicError) return describePrivateAddress(error.address);
  const code = error.code ?? error.name;
  const abortReason = ABORT_REASONS[code];
  if (abortReason !== undefined) return abortReason;
  if (code.startsWith('HPE_')) return `A resposta não é HTTP (${code}). ${ENDPOINT_CHECK}`;
  const withCode = (reason: string) => `${reason.slice(0, -1)} (${code}).`;
  const advised =
    ADVISED_FAILURES[code] ?? (code.startsWith('ERR_SSL_') ? ENDPOINT_WITHOUT_TLS : undefined);
  if (advised !== undefined) return withCode(advised);
  const remedy = OWN_NETWORK_CODES.includes(code) ? OWN_NETWORK_CHECK : ENDPOINT_CHECK;
  return `${withCode(FAILURE_REASONS[code] ?? 'A conexão falhou.')} ${remedy}`;
}
