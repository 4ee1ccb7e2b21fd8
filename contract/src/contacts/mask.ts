import { digitsOf } from './phone.ts';

/** A field's text and its caret, in UTF-16 units from the start. */
export interface TypedText {
  text: string;
  caret: number;
}

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);

/** Returns the last place that exactly `count` digits follow. */
function placeBefore(text: string, count: number): number {
  let place = text.length;
  for (let left = count; left > 0 && place > 0; ) {
    place -= 1;
    if (isDigit(text[place])) left -= 1;
  }
  // At the end of the text the caret stays behind the mask's last character; elsewhere it moves to the digit on its
  // left, which the next deletion is meant for.
  if (count > 0) while (place > 0 && !isDigit(text[place - 1])) place -= 1;
  return place;
}

/**
 * Removes the digit next to a deleted character of the mask. Otherwise the mask would insert that character again, and
 * Backspace would never have an effect.
 */
function deleteThroughMask(before: TypedText, after: TypedText): TypedText {
  const removed = before.text.length - after.text.length;
  const sameDigits = digitsOf(before.text) === digitsOf(after.text);
  if (removed !== 1 || !sameDigits) return after;
  if (before.caret === after.caret) {
    const rest = after.text.slice(after.caret).replace(/\d/, '');
    return { text: after.text.slice(0, after.caret) + rest, caret: after.caret };
  }
  const beforeCaret = after.text.slice(0, after.caret).replace(/\d(\D*)$/, '$1');
  return { text: beforeCaret + after.text.slice(after.caret), caret: beforeCaret.length };
}

/**
 * Formats a masked field after an edit; the caret stays at its digit.
 * @param format the mask; must be idempotent
 * @param before text and caret before the edit
 * @param after text and caret after the edit
 */
export function applyMask(
  format: (text: string) => string,
  before: TypedText,
  after: TypedText,
): TypedText {
  const edited = deleteThroughMask(before, after);
  const digitsAfterCaret = digitsOf(edited.text.slice(edited.caret)).length;
  const text = format(edited.text);
  return { text, caret: placeBefore(text, digitsAfterCaret) };
}
