/**
 * `field`: the API no longer has a requested field. `version`: Meta has ended the version of the API. `size`: too much
 * data was requested.
 */
export type MetaErrorReason =
  | 'token'
  | 'permission'
  | 'account'
  | 'quota'
  | 'field'
  | 'version'
  | 'size'
  | 'unavailable'
  | 'no-answer'
  | 'unexpected';

/** The codes 200–299 are also about permissions. */
const PERMISSION_CODES = [3, 10];
const TOKEN_CODES = [102, 190, 463, 467];
/** The codes 80000–80999 (Marketing API) are limits, too. */
const RATE_LIMIT_CODES = [4, 17, 32, 341, 368, 613];
const ENDED_VERSION_CODE = 2_635;
const TEMPORARY_CODES = [-2, -1, 1, 2];
const SIZE_SUBCODES = [1_504_018, 1_504_038, 1_504_041, 1_504_044];
/** Subcode of 100: the object does not exist, or the token has no access to it. */
const NO_OBJECT_SUBCODE = 33;

/** The error may be code 1 without a subcode. */
const SIZE_MESSAGE = /reduce the amount of data/i;

/** https://developers.facebook.com/docs/marketing-api/error-reference and …/insights/error-codes */
export function classifyError(status: number, body: unknown): MetaErrorReason {
  const { error }: { error?: unknown } = Object(body);
  const { code, error_subcode, message, error_user_msg }: Record<string, unknown> = Object(error);
  if (typeof code !== 'number') return classifyStatus(status);
  const hasSizeMessage = SIZE_MESSAGE.test(`${message} ${error_user_msg}`);
  if (hasSizeMessage || SIZE_SUBCODES.includes(Number(error_subcode))) return 'size';
  if (TOKEN_CODES.includes(code)) return 'token';
  if (PERMISSION_CODES.includes(code) || (code >= 200 && code < 300)) return 'permission';
  if (RATE_LIMIT_CODES.includes(code) || (code >= 80_000 && code < 81_000)) return 'quota';
  if (code === ENDED_VERSION_CODE) return 'version';
  if (code === 100) return error_subcode === NO_OBJECT_SUBCODE ? 'account' : 'field';
  return TEMPORARY_CODES.includes(code) ? 'unavailable' : classifyStatus(status);
}

const classifyStatus = (status: number): MetaErrorReason =>
  status === 429 ? 'quota' : status >= 500 ? 'unavailable' : 'unexpected';

/** `interrupted`: a fault in this server. */
export type PullError = MetaErrorReason | 'interrupted';

interface PullExplanation {
  /** The sentence names Meta, so callers add no prefix. */
  readonly message: string;
  readonly remedy: string;
  /** A command or a line of `.env`, for operators with a terminal. */
  readonly command?: string;
}

const PULL_RETRIES_BY_ITSELF =
  'Nada a fazer: o servidor tenta de novo, e os dias que faltam entram depois.';
const OR_IMPORT = 'Enquanto isso, importe o CSV do Gerenciador de Anúncios.';

export const PULL_ERRORS: Readonly<Record<PullError, PullExplanation>> = {
  token: {
    message: 'A Meta não aceita o token de anúncios: venceu, foi revogado ou está incompleto.',
    remedy:
      'Gere outro para o usuário do sistema, com a permissão ads_read, e guarde-o em Ligações.',
    command: 'No .env: troque META_ADS_TOKEN e reinicie o servidor.',
  },
  permission: {
    message: 'O token de anúncios não tem permissão para ler o gasto desta conta.',
    remedy:
      'No Gerenciador de Negócios, dê ao usuário do sistema acesso à conta de anúncios e a permissão ads_read.',
  },
  account: {
    message: 'A Meta não encontra a conta de anúncios, ou o token não tem acesso a ela.',
    remedy:
      'Confira a conta de anúncios em Ligações: é o número que o endereço do Gerenciador mostra em act=.',
    command: 'No .env: confira META_ADS_ACCOUNT e reinicie o servidor.',
  },
  quota: {
    message: 'A Meta limitou os pedidos desta conta por enquanto.',
    remedy: PULL_RETRIES_BY_ITSELF,
  },
  field: {
    message: 'A Meta recusou o pedido: um campo dele não existe mais nesta versão da API.',
    remedy: `Peça a quem cuida do servidor que atualize o Funil. ${OR_IMPORT}`,
    command: 'Atualize o Funil, ou confira a versão em META_API_URL.',
  },
  version: {
    message: 'A Meta não atende mais a versão da API que este Funil usa.',
    remedy: `Peça a quem cuida do servidor que atualize o Funil. ${OR_IMPORT}`,
    command: 'Atualize o Funil, ou troque a versão em META_API_URL.',
  },
  size: {
    message: 'A conta tem anúncios demais para um só pedido à Meta.',
    remedy: `O servidor tenta de novo. ${OR_IMPORT}`,
  },
  unavailable: {
    message: 'A Meta está com um problema passageiro.',
    remedy: PULL_RETRIES_BY_ITSELF,
  },
  'no-answer': {
    message: 'A Meta não respondeu.',
    remedy:
      'O servidor tenta de novo. Se continuar assim, peça a quem cuida dele que confira a rede.',
    command: 'Confira a rede deste servidor e META_API_URL.',
  },
  unexpected: {
    message: 'A resposta da Meta não é a documentada.',
    remedy: `Peça a quem cuida do servidor que atualize o Funil. ${OR_IMPORT}`,
    command: 'Confira META_API_URL e atualize o Funil.',
  },
  interrupted: {
    message: 'Um erro neste servidor interrompeu a leitura do gasto.',
    remedy: 'Ele tenta de novo sozinho. Se continuar, chame quem cuida do servidor.',
    command: 'O registro do servidor diz o que houve.',
  },
};

/** Explains a code that another release has stored as `unexpected`. */
export const explainPull = (error: string): PullExplanation =>
  Object.hasOwn(PULL_ERRORS, error) ? PULL_ERRORS[error as PullError] : PULL_ERRORS.unexpected;
