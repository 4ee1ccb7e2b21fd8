import type { Question } from '@funil/contract/contacts/question';
import type { InputHTMLAttributes } from 'react';

/** A phone number that every browser accepts as the contract does. */
export const PHONE_PATTERN = '(\\D*\\d){10,}\\D*';

const MIN_LENGTHS: Readonly<Record<string, number>> = {
  nome: 2,
  empresa: 2,
  cargo: 2,
  principais_desafios: 10,
};

/** Returns the attributes by which browsers check an answer while no script does. */
export const nativeLimits = ({
  key,
  kind,
}: Pick<Question, 'key' | 'kind'>): Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'minLength' | 'pattern'
> => (kind === 'phone' ? { pattern: PHONE_PATTERN } : { minLength: MIN_LENGTHS[key] });
