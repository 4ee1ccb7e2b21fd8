/** The numbers are arbitrary, but the same in every replica. */
export const ADVISORY_LOCKS = {
  migrations: 7_370_214_455,
  sales: 7_370_214_456,
  visits: 7_370_214_457,
  contacts: 7_370_214_460,
  operators: 7_370_214_463,
  page: 7_370_214_464,
} as const;
