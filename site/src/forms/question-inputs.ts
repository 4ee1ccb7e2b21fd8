import type { QuestionKind } from '@funil/contract/contacts/question';
import type { InputHTMLAttributes } from 'react';

/** Input attributes; for `data-mask` see masks.ts. */
export type InputAttributes = InputHTMLAttributes<HTMLInputElement> & {
  'data-mask'?: 'phone' | 'whatsapp' | 'instagram';
};

/** The attributes of the kinds whose input is not a plain text. */
export const INPUTS: Partial<Record<QuestionKind, InputAttributes>> = {
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
