import type { DataProblem, ProblemCode } from '@funil/contract/list-page';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { TooBusyError } from '../concurrency/limit-parallel.ts';
import { DISK_FULL_MESSAGE, findWriteProblem } from '../store/health/write-problem.ts';
import { setStatus } from './problem.ts';
import { kindOfThrown } from './thrown-error.ts';

export interface ConsoleProblem {
  readonly status: number;
  /** A code of Supabase Auth (https://supabase.com/docs/guides/auth/debugging/error-codes), or of this server. */
  readonly errorCode: string;
  /** English, for developers. The console shows its own Portuguese text. */
  readonly message: string;
  readonly retryAfterS?: number;
  readonly moreFields?: Readonly<Record<string, unknown>>;
}

const makeProblem = (status: number, errorCode: string, message: string): ConsoleProblem => ({
  status,
  errorCode,
  message,
});

const busyProblem = (errorCode: string, message: string, retryAfterS = 5) => ({
  ...makeProblem(503, errorCode, message),
  retryAfterS,
});

export const CONSOLE_PROBLEMS = {
  badJson: makeProblem(400, 'bad_json', 'The body is not valid JSON.'),
  malformed: makeProblem(400, 'validation_failed', 'The request is malformed.'),
  unsupportedGrant: makeProblem(
    400,
    'validation_failed',
    'grant_type is password or refresh_token.',
  ),
  invalidCredentials: makeProblem(400, 'invalid_credentials', 'Invalid login credentials'),
  refreshTokenUnknown: makeProblem(
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ),
  refreshTokenUsed: makeProblem(
    400,
    'refresh_token_already_used',
    'Invalid Refresh Token: Already Used',
  ),
  sessionExpired: makeProblem(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  noToken: makeProblem(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badToken: makeProblem(401, 'bad_jwt', 'The access token is not valid.'),
  sessionEnded: makeProblem(
    401,
    'session_not_found',
    'The session of this access token has ended.',
  ),
  mfaRequired: makeProblem(403, 'mfa_required', 'The second factor is missing (aal2).'),
  mfaEnrollmentRequired: makeProblem(
    403,
    'mfa_enrollment_required',
    'A second factor has to be enrolled first.',
  ),
  insufficientLevel: makeProblem(403, 'insufficient_aal', 'AAL2 session is required.'),
  factorUnknown: makeProblem(404, 'mfa_factor_not_found', 'Factor not found'),
  factorNameTaken: makeProblem(422, 'mfa_factor_name_conflict', 'A factor of this name exists.'),
  tooManyFactors: makeProblem(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of factors reached, unenroll to continue',
  ),
  phoneFactor: makeProblem(
    422,
    'mfa_phone_enroll_not_enabled',
    'Only totp factors can be enrolled.',
  ),
  webauthnFactor: makeProblem(
    422,
    'mfa_webauthn_enroll_not_enabled',
    'Only totp factors can be enrolled.',
  ),
  challengeExpired: makeProblem(422, 'mfa_challenge_expired', 'MFA challenge has expired.'),
  wrongCode: makeProblem(422, 'mfa_verification_failed', 'Invalid code entered'),
  factorOfOtherKey: makeProblem(
    422,
    'mfa_factor_of_other_key',
    "The factor's secret was sealed with another key: npm run operator -- reset-mfa EMAIL",
  ),
  recoveryAlone: makeProblem(
    422,
    'mfa_recovery_codes_sole_factor',
    'Recovery codes can never be the only factor.',
  ),
  recoveryExists: makeProblem(
    422,
    'mfa_verified_factor_exists',
    'There are recovery codes already: regenerate them.',
  ),
  forbidden: makeProblem(403, 'forbidden', 'The role of this operator may not use this route.'),
  foreignOrigin: makeProblem(403, 'foreign_origin', 'Pages of another origin may not call this.'),
  linkUnknown: makeProblem(404, 'invite_not_found', 'The link is used, expired or unknown.'),
  notFound: makeProblem(404, 'not_found', 'Nothing exists at this address.'),
  tooLarge: makeProblem(413, 'body_too_large', 'The body is too large.'),
  wrongContentType: makeProblem(415, 'bad_json', 'The body must be application/json.'),
  foreignHost: makeProblem(
    421,
    'foreign_host',
    // The browser of an operator who opens the console under a wrong name shows this response as it is.
    'O painel não atende por este nome. Quem cuida do servidor põe o endereço em CONSOLE_URL, no .env, e o reinicia.',
  ),
  samePassword: makeProblem(
    422,
    'same_password',
    'New password should be different from the old password.',
  ),
  reauthenticationNeeded: makeProblem(
    401,
    'reauthentication_needed',
    'Verify a second factor again: the last time was more than 10 minutes ago.',
  ),
  unexpected: makeProblem(500, 'unexpected_failure', 'Unexpected Application Error!'),
  tooBusy: busyProblem('too_busy', 'Try again in a moment.', 2),
  diskFull: busyProblem('disk_full', 'A disk of the server is full.'),
  unwritable: busyProblem('files_unwritable', 'The server may not write its own files.'),
  readOnly: busyProblem('database_read_only', 'The database takes no writes now.'),
  unavailable: busyProblem(
    'database_unavailable',
    'The database is not available. Try again shortly.',
  ),
} as const satisfies Record<string, ConsoleProblem>;

export const isProblem = (result: unknown): result is ConsoleProblem =>
  typeof result === 'object' && result !== null && 'errorCode' in result;

export const invalidField = (message: string): ConsoleProblem =>
  makeProblem(400, 'validation_failed', message);

const limitProblem =
  (errorCode: string) =>
  (retryAfterS: number): ConsoleProblem => ({
    ...makeProblem(429, errorCode, 'Too many attempts. Wait, then try again.'),
    retryAfterS,
  });

export const tooManyAttempts = limitProblem('over_request_rate_limit');
export const recoveryLocked = limitProblem('mfa_recovery_codes_locked');

export const weakPassword = (reason: 'length' | 'pwned'): ConsoleProblem => ({
  ...makeProblem(
    422,
    'weak_password',
    reason === 'length'
      ? 'Password should be 10 to 256 characters.'
      : 'Password is among the most common ones.',
  ),
  moreFields: { weak_password: { reasons: [reason] } },
});

/** The body is Supabase Auth's; under `/console/v1` a {@link DataProblem}. */
export function sendConsoleProblem(reply: FastifyReply, problem: ConsoleProblem) {
  const { status, errorCode, message, moreFields } = problem;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const isDataRoute = reply.request.url.startsWith('/console/v1/');
  return setStatus(reply, problem)
    .type('application/json; charset=utf-8')
    .send(
      isDataRoute
        ? { ...(DATA_PROBLEM_BY_CODE[errorCode] ?? SERVER_FAILED), error_code: errorCode }
        : { code: status, error_code: errorCode, msg: message, ...moreFields },
    );
}

export function addConsoleErrorHandler(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof TooBusyError) return sendConsoleProblem(reply, CONSOLE_PROBLEMS.tooBusy);
    const kind = kindOfThrown(error);
    if (kind === 'unexpected') request.log.error({ err: error }, 'unexpected error');
    const cause = findWriteProblem(error)?.kind;
    if (cause === 'full') return sendConsoleProblem(reply, CONSOLE_PROBLEMS.diskFull);
    if (cause === 'forbidden' || cause === 'read-only')
      return sendConsoleProblem(reply, CONSOLE_PROBLEMS.unwritable);
    if (cause === 'read-only-database') return sendConsoleProblem(reply, CONSOLE_PROBLEMS.readOnly);
    // The console's routes return their 429, so a thrown one comes from the public listener's rate limit.
    return sendConsoleProblem(
      reply,
      CONSOLE_PROBLEMS[kind === 'tooManyRequests' ? 'malformed' : kind],
    );
  });
}

const dataProblem = (code: ProblemCode, message: string): DataProblem => ({ code, message });

const SESSION_ENDED = dataProblem('unauthenticated', 'Sua sessão terminou. Entre de novo.');
const MFA_REQUIRED = dataProblem('mfa_required', 'Falta o segundo fator.');
const FOREIGN_ORIGIN = dataProblem('foreign_origin', 'Este endereço não pode chamar o painel.');
const MALFORMED_REQUEST = dataProblem('invalid', 'O pedido não pôde ser entendido.');

/** Problems under `/console/v1`; `unexpected_failure` is {@link SERVER_FAILED}. */
const DATA_PROBLEM_BY_CODE: Readonly<Record<string, DataProblem>> = {
  no_authorization: SESSION_ENDED,
  bad_jwt: SESSION_ENDED,
  session_not_found: SESSION_ENDED,
  mfa_required: MFA_REQUIRED,
  mfa_enrollment_required: dataProblem(
    'mfa_enrollment_required',
    'Cadastre um segundo fator antes.',
  ),
  insufficient_aal: MFA_REQUIRED,
  reauthentication_needed: dataProblem(
    'reauthentication_needed',
    'Para isto, confirme de novo que é você com o código do aplicativo autenticador.',
  ),
  forbidden: dataProblem('forbidden', 'O seu papel não permite isto. Peça a um proprietário.'),
  foreign_origin: FOREIGN_ORIGIN,
  foreign_host: FOREIGN_ORIGIN,
  not_found: dataProblem('not_found', 'Isto não existe, ou já foi apagado.'),
  body_too_large: dataProblem('too_large', 'É grande demais.'),
  bad_json: MALFORMED_REQUEST,
  validation_failed: MALFORMED_REQUEST,
  too_busy: dataProblem('busy', 'O servidor está ocupado. Tente de novo em instantes.'),
  disk_full: dataProblem('busy', DISK_FULL_MESSAGE),
  files_unwritable: dataProblem(
    'busy',
    'O servidor não pode gravar nos próprios arquivos. Quem cuida dele acerta o dono e a permissão da pasta dos dados.',
  ),
  database_read_only: dataProblem(
    'busy',
    'O banco de dados só aceita leituras agora. Peça a quem cuida do servidor que veja por quê.',
  ),
  database_unavailable: dataProblem(
    'busy',
    'O banco de dados não responde. Tente de novo em instantes.',
  ),
};

const SERVER_FAILED = dataProblem(
  'busy',
  'Algo falhou no servidor; está no log. Tente de novo em instantes.',
);
