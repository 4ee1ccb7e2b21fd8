import type { ProblemCode } from '@funil/contract/console/page';

interface DataProblem {
  readonly code: ProblemCode;
  /** Fit to be shown. */
  readonly message: string;
}

const told = (code: ProblemCode, message: string): DataProblem => ({ code, message });

const ENDED = told('unauthenticated', 'Sua sessão terminou. Entre de novo.');
const ELSEWHERE = told('foreign_origin', 'Este endereço não pode chamar o console.');
const BUSY = told('busy', 'O servidor está ocupado. Tente de novo em instantes.');
const MALFORMED = told('invalid', 'O pedido não pôde ser entendido.');

/** What operators' data is refused by, by the codes that the sign-in has for it. */
const BY_CODE: Readonly<Record<string, DataProblem>> = {
  no_authorization: ENDED,
  bad_jwt: ENDED,
  session_not_found: ENDED,
  not_operator: told('not_operator', 'Este endereço de e-mail não é de um operador.'),
  mfa_required: told('mfa_required', 'Falta o segundo fator.'),
  mfa_enrollment_required: told('mfa_enrollment_required', 'Cadastre um segundo fator antes.'),
  insufficient_aal: told('mfa_required', 'Falta o segundo fator.'),
  reauthentication_needed: told(
    'reauthentication_needed',
    'Para isto, confirme de novo que é você com o código do aplicativo autenticador.',
  ),
  forbidden: told('forbidden', 'O seu papel não permite isto. Quem pode: um proprietário.'),
  last_owner: told('invalid', 'É o único proprietário: antes, dê esse papel a mais alguém.'),
  operator_exists: told(
    'invalid',
    'Quem tem este e-mail já é operador, com outro papel. Mude o papel na lista.',
  ),
  foreign_origin: ELSEWHERE,
  foreign_host: ELSEWHERE,
  not_found: told('not_found', 'Isto não existe, ou já foi apagado.'),
  body_too_large: told('too_large', 'É grande demais.'),
  bad_json: MALFORMED,
  validation_failed: MALFORMED,
  too_busy: BUSY,
  database_unavailable: told('busy', 'O banco de dados não responde. Tente de novo em instantes.'),
};

const FAILED = told('busy', 'Algo falhou no servidor; está no log. Tente de novo em instantes.');

/** Body of a refusal under `/console/v1`. */
export const toDataProblem = (errorCode: string): DataProblem => BY_CODE[errorCode] ?? FAILED;
