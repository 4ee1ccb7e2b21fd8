import { digitsOf } from './phone.ts';

/** The caret counts UTF-16 units. */
export interface TypedText {
  text: string;
  caret: number;
}

/** Returns the first position that exactly `count` digits follow, so that the next Backspace deletes the same digit. */
const caretBefore = (text: string, count: number): number =>
  count === 0 ? text.length : (text.match(/\D*\d/g) ?? []).slice(0, -count).join('').length;

/** Otherwise the mask would insert the deleted character again, and Backspace would have no effect. */
function deleteThroughMask(before: TypedText, after: TypedText): TypedText {
  const removed = before.text.length - after.text.length;
  const hasSameDigits = digitsOf(before.text) === digitsOf(after.text);
  if (removed !== 1 || !hasSameDigits) return after;
  const isForward = before.caret === after.caret;
  const [left, right] = [after.text.slice(0, after.caret), after.text.slice(after.caret)];
  const kept = isForward ? left : left.replace(/\d(\D*)$/, '$1');
  return { text: kept + (isForward ? right.replace(/\d/, '') : right), caret: kept.length };
}

/** @param format the mask; must be idempotent */
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
