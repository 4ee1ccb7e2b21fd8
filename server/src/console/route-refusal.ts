import type { DataProblem, ProblemCode } from '@funil/contract/list-page';

const STATUS_BY_DATA_ERROR = {
  not_found: 404,
  changed: 409,
  invalid: 422,
  busy: 503,
} as const satisfies Partial<Record<ProblemCode, number>>;

export class RouteRefusal<Current = never> {
  readonly status: number;
  readonly problem: DataProblem<Current>;

  constructor(
    code: keyof typeof STATUS_BY_DATA_ERROR,
    message: string,
    details: Partial<DataProblem<Current>> = {},
  ) {
    this.status = STATUS_BY_DATA_ERROR[code];
    this.problem = { code, message, ...details };
  }
}

export const notFound = () => new RouteRefusal('not_found', 'Isto não existe, ou já foi apagado.');
/** @param current the row that another operator has changed meanwhile */
export const conflictRefusal = <Current>(current: Current) =>
  new RouteRefusal('changed', 'Outra pessoa mudou isto antes.', { current });
export const invalidRefusal = (field: string, message = `“${field}” não é válido.`) =>
  new RouteRefusal('invalid', message, { field });
