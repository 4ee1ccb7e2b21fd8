/** How many may sign in to the console. */
export interface OperatorFacts {
  readonly count: number;
  /** Of those, without a second factor yet: they see no data. */
  readonly withoutFactor: number;
}

/** @param schema where the tables lie: `funil.`, or nothing */
export const operatorsQuery = (schema: '' | 'funil.'): string => `
  select cast(count(*) as integer) as count,
    cast(count(*) filter (where not exists (
      select 1 from ${schema}operator_factors
      where operator_id = operators.id and factor_type = 'totp' and status = 'verified'
    )) as integer) as without_factor
  from ${schema}operators`;

export const toOperatorFacts = (
  row: { count?: unknown; without_factor?: unknown } | undefined,
): OperatorFacts => ({
  count: Number(row?.count),
  withoutFactor: Number(row?.without_factor),
});
