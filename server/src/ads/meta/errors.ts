import {
  type ApiError,
  type ApiErrorExplanation,
  classifyStatus,
  explainSharedErrors,
  explainStoredError,
} from '../../http/api-errors.ts';

/** `field`: the API lacks a requested field now. `version`: Meta has ended the API's version. `size`: too much data. */
export type MetaErrorReason = ApiError | 'account' | 'field' | 'version' | 'size';

/**
 * Codes of missing permissions, beside 200–299. 5: the app or Meta does not let this server's address in. 415: the
 * token is of a person from whom the business demands a second factor.
 */
const PERMISSION_CODES = [3, 5, 10, 415];
const TOKEN_CODES = [101, 102, 190, 463, 467];
/** Codes of rate limits, beside 80000–80999 of the Marketing API. */
const RATE_LIMIT_CODES = [4, 17, 32, 341, 368, 613];
const ENDED_VERSION_CODE = 2_635;
const TEMPORARY_CODES = [-2, -1, 1, 2];
const SIZE_SUBCODES = [1_504_018, 1_504_038, 1_504_041, 1_504_044];
/** The subcode of 100 for an object that does not exist, or to which the token has no access. */
const NO_OBJECT_SUBCODE = 33;
/** An alias that does not exist, such as a mistyped id. */
const NO_ALIAS_CODE = 803;
/** A token that is missing or no longer active, or an address that does not exist. */
const NO_TOKEN_OR_PATH_CODE = 2_500;

/** The message about a missing permission or proof, because the error may have the code 100 of a wrong parameter. */
const PERMISSION_MESSAGE = /appsecret_proof|missing permission/i;

/** The message about too much data, because the error may have code 1 without a subcode. */
const SIZE_MESSAGE = /reduce the amount of data/i;

/** https://developers.facebook.com/docs/marketing-api/error-reference and …/insights/error-codes */
export function classifyError(status: number, body: unknown): MetaErrorReason {
  const { error }: { error?: unknown } = Object(body);
  const { code, error_subcode, message, error_user_msg }: Record<string, unknown> = Object(error);
  if (typeof code !== 'number') return classifyStatus(status);
  const hasSizeMessage = SIZE_MESSAGE.test(`${message} ${error_user_msg}`);
  if (hasSizeMessage || SIZE_SUBCODES.includes(Number(error_subcode))) return 'size';
  if (TOKEN_CODES.includes(code)) return 'credentials';
  if (PERMISSION_CODES.includes(code) || (code >= 200 && code < 300)) return 'permission';
  if (RATE_LIMIT_CODES.includes(code) || (code >= 80_000 && code < 81_000)) return 'quota';
  if (code === ENDED_VERSION_CODE) return 'version';
  if (code === NO_TOKEN_OR_PATH_CODE) {
    return /access token/i.test(String(message)) ? 'credentials' : 'account';
  }
  if (code === NO_ALIAS_CODE) return 'account';
  if (code === 100 && error_subcode === NO_OBJECT_SUBCODE) return 'account';
  if (code === 100) return PERMISSION_MESSAGE.test(String(message)) ? 'permission' : 'field';
  return TEMPORARY_CODES.includes(code) ? 'unavailable' : classifyStatus(status);
}

/** `interrupted`: a fault in this server. */
export type PullError = MetaErrorReason | 'interrupted';

export const OTHER_PERMISSION_CAUSES =
  'Se o erro continuar: o app da Meta deve aceitar o endereço de internet deste servidor, e quem gerou o token deve ter a verificação em duas etapas, se a empresa a exige.';

const SHARED_ERRORS = explainSharedErrors({
  label: 'Meta',
  task: 'a leitura do gasto',
  file: 'o CSV do Gerenciador de Anúncios',
});

export const PULL_ERRORS: Readonly<Record<PullError, ApiErrorExplanation>> = {
  ...SHARED_ERRORS,
  credentials: {
    message: 'A Meta não aceita o token de anúncios: venceu, foi revogado ou está incompleto.',
    remedy:
      'Gere outro para o usuário do sistema, com a permissão ads_read, e guarde-o em Ligações.',
    command: 'No .env: troque META_ADS_TOKEN e reinicie o servidor.',
  },
  permission: {
    message: 'O token de anúncios não tem permissão para ler o gasto desta conta.',
    remedy: `No Gerenciador de Negócios, dê ao usuário do sistema acesso à conta de anúncios e a permissão ads_read. ${OTHER_PERMISSION_CAUSES}`,
  },
  account: {
    message: 'A Meta não encontra a conta de anúncios, ou o token não tem acesso a ela.',
    remedy:
      'Confira a conta de anúncios em Ligações: é o número que o endereço do Gerenciador mostra em act=.',
    command: 'No .env: confira META_ADS_ACCOUNT e reinicie o servidor.',
  },
  field: {
    message: 'A Meta recusou o pedido: um campo dele não existe mais nesta versão da API.',
    remedy: SHARED_ERRORS.unexpected.remedy,
    command: 'Atualize o Funil, ou confira a versão em META_API_URL.',
  },
  version: {
    message: 'A Meta não atende mais a versão da API que este Funil usa.',
    remedy: SHARED_ERRORS.unexpected.remedy,
    command: 'Atualize o Funil, ou troque a versão em META_API_URL.',
  },
  size: {
    message: 'A conta tem anúncios demais para um só pedido à Meta.',
    remedy: 'O servidor tenta de novo. Enquanto isso, importe o CSV do Gerenciador de Anúncios.',
  },
};

export const explainPull = (error: string): ApiErrorExplanation =>
  explainStoredError(PULL_ERRORS, error);
