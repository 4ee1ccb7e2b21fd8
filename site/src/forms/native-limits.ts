import type { FieldRule } from '@funil/contract/contacts/lead-rules';
import type { QuestionKind } from '@funil/contract/contacts/question';

/** A phone number that every browser accepts as the contract does. */
const PHONE_PATTERN = '(\\D*\\d){10,}\\D*';

/** Returns the attributes by which browsers check an answer to a question with this rule while no script does. */
export const nativeLimits = (kind: QuestionKind, { length, min }: FieldRule) => ({
  maxLength: Number.isFinite(length) ? length : undefined,
  minLength: min,
  pattern: kind === 'phone' ? PHONE_PATTERN : undefined,
});
