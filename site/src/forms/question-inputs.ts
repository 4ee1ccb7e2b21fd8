import type { QuestionKind } from '@funil/contract/contacts/questions/question';
import type { FieldRule } from '@funil/contract/text';
import type { InputHTMLAttributes } from 'react';

/** For `data-mask` see masks.ts. */
export type InputAttributes = InputHTMLAttributes<HTMLInputElement> & {
  'data-mask'?: 'phone' | 'whatsapp' | 'instagram' | undefined;
};

/** For kinds whose input is not a plain text field. */
export const ATTRIBUTES_BY_KIND: Partial<Record<QuestionKind, InputAttributes>> = {
  number: { inputMode: 'decimal', autoComplete: 'off' },
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel', 'data-mask': 'phone' },
  instagram: {
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    autoComplete: 'off',
    'data-mask': 'instagram',
  },
};

export const ATTRIBUTES_BY_COLUMN: Readonly<Record<string, InputAttributes>> = {
  nome: { autoComplete: 'name', autoCapitalize: 'words' },
  email: { autoComplete: 'email' },
  telefone: { autoComplete: 'tel' },
  whatsapp: { autoComplete: 'tel', 'data-mask': 'whatsapp' },
  empresa: { autoComplete: 'organization', autoCapitalize: 'words' },
  cargo: { autoComplete: 'organization-title' },
};

/** Ten digits or more, as the contract's rule. */
const PHONE_PATTERN = '(\\D*\\d){10,}\\D*';

/** Room for a copied link to a chat, of which the mask keeps the number; browsers cut a longer text before it. */
const MAX_PASTED_PHONE_LENGTH = 1000;

export const maxLengthOf = (kind: QuestionKind, { maxLength }: FieldRule) => {
  if (kind === 'phone') return MAX_PASTED_PHONE_LENGTH;
  return Number.isFinite(maxLength) ? maxLength : undefined;
};

/** Returns attributes by which browsers check an answer while no script does. */
export const nativeLimits = (kind: QuestionKind, rule: FieldRule) => ({
  maxLength: maxLengthOf(kind, rule),
  minLength: rule.minLength,
  pattern: kind === 'phone' ? PHONE_PATTERN : undefined,
});
