/** `slow`: no answer in time, also at a gateway. `quota`: too many requests. `unexpected`: an undocumented answer. */
export type ApiError =
  | 'credentials'
  | 'permission'
  | 'quota'
  | 'slow'
  | 'no-answer'
  | 'unavailable'
  | 'unexpected';

/** The error's message contains no part of the request, because the request contains the token. */
export class ApiFailure<Reason extends string = ApiError> extends Error {
  override readonly name = 'ApiFailure';
  readonly reason: Reason;
  /** Null if the API sent no answer. */
  readonly status: number | null;

  constructor(reason: Reason, status: number | null = null) {
    super(`an outside API: ${reason}`);
    this.reason = reason;
    this.status = status;
  }
}

export function classifyStatus(status: number): ApiError {
  if (status === 401) return 'credentials';
  if (status === 403) return 'permission';
  if (status === 429) return 'quota';
  if (status === 502 || status === 504) return 'slow';
  return status >= 500 ? 'unavailable' : 'unexpected';
}

export interface ApiErrorExplanation {
  /** The sentence names the API's owner, so callers add no prefix. */
  readonly message: string;
  readonly remedy: string;
  /** A command, or a line of `.env`, for an operator with a terminal. */
  readonly command?: string;
}

interface ApiWords {
  readonly label: string;
  /** The name of the server's task, such as `a conferência`. */
  readonly task: string;
  /** The file that holds the same rows. */
  readonly file: string;
}

const NOTHING_TO_DO = 'Nada a fazer: o servidor tenta de novo sozinho.';

/** Returns Portuguese explanations by reason. `interrupted` is a fault of this server. */
export const explainSharedErrors = ({ label, task, file }: ApiWords) =>
  ({
    quota: {
      message: `A ${label} limitou as consultas desta conta por enquanto.`,
      remedy: NOTHING_TO_DO,
    },
    slow: { message: `A ${label} demorou demais para responder.`, remedy: NOTHING_TO_DO },
    'no-answer': {
      message: `A ${label} não respondeu.`,
      remedy: 'Confira a rede deste servidor; ele tenta de novo sozinho.',
    },
    unavailable: { message: `A ${label} está com um problema passageiro.`, remedy: NOTHING_TO_DO },
    unexpected: {
      message: `A resposta da ${label} não é a documentada.`,
      remedy: `Peça a quem cuida do servidor que atualize o Funil. Enquanto isso, importe ${file}.`,
    },
    interrupted: {
      message: `Um erro neste servidor interrompeu ${task}.`,
      remedy: 'Ele tenta de novo sozinho. Se continuar, chame quem cuida do servidor.',
      command: 'O registro do servidor diz o que houve.',
    },
  }) satisfies Record<string, ApiErrorExplanation>;

/** Explains a stored error. An error that only another release knows is explained like `unexpected`. */
export const explainStoredError = <Reason extends string>(
  explanations: Readonly<Record<Reason | 'unexpected', ApiErrorExplanation>>,
  error: string,
): ApiErrorExplanation =>
  explanations[Object.hasOwn(explanations, error) ? (error as Reason) : 'unexpected'];
