import { digitsOf } from './phone.ts';

/** A field's text and its caret, in UTF-16 units from the start. */
export interface TypedText {
  text: string;
  caret: number;
}

/** Returns the first position that exactly `count` digits follow, so that the next Backspace deletes the same digit. */
const caretBefore = (text: string, count: number): number =>
  count === 0 ? text.length : (text.match(/\D*\d/g) ?? []).slice(0, -count).join('').length;

/**
 * If an edit deleted a character that only the mask inserts, removes the digit beside it, because the mask would
 * insert the character again.
 */
function deleteThroughMask(before: TypedText, after: TypedText): TypedText {
  const removedLength = before.text.length - after.text.length;
  const hasSameDigits = digitsOf(before.text) === digitsOf(after.text);
  if (removedLength !== 1 || !hasSameDigits) return after;
  const isForward = before.caret === after.caret;
  const [left, right] = [after.text.slice(0, after.caret), after.text.slice(after.caret)];
  const start = isForward ? left : left.replace(/\d(\D*)$/, '$1');
  return { text: start + (isForward ? right.replace(/\d/, '') : right), caret: start.length };
}

/** Returns the field after an edit; the caret stays at its digit. `format` must be idempotent. */
export function applyMask(
  format: (text: string) => string,
  before: TypedText,
  after: TypedText,
): TypedText {
  const edited = deleteThroughMask(before, after);
  const digitsAfterCaret = digitsOf(edited.text.slice(edited.caret)).length;
  const text = format(edited.text);
  return { text, caret: caretBefore(text, digitsAfterCaret) };
}
