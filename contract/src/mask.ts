import { countDigits, digitsOf } from './phone.ts';

/** Text of a field and where its caret stands, counted in UTF-16 units from the start. */
export interface Typed {
  text: string;
  caret: number;
}

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);

/** The place after which exactly `count` digits follow, as near to the text's end as it can be. */
function placeBefore(text: string, count: number): number {
  let place = text.length;
  for (let left = count; left > 0 && place > 0; ) {
    place -= 1;
    if (isDigit(text[place])) left -= 1;
  }
  // At the end of what was typed the caret stays behind the mask's last sign; elsewhere it leans
  // to the digit on its left, where the next deletion is meant.
  if (count > 0) while (place > 0 && !isDigit(text[place - 1])) place -= 1;
  return place;
}

/**
 * Removes the digit that a deletion of one of the mask's own signs was meant for; without this
 * the mask would put the sign back, and Backspace would do nothing for ever.
 */
function deleteThroughMask(before: Typed, after: Typed): Typed {
  const removed = before.text.length - after.text.length;
  const sameDigits = digitsOf(before.text) === digitsOf(after.text);
  if (removed !== 1 || !sameDigits) return after;
  if (before.caret === after.caret) {
    const rest = after.text.slice(after.caret).replace(/\d/, '');
    return { text: after.text.slice(0, after.caret) + rest, caret: after.caret };
  }
  const kept = after.text.slice(0, after.caret).replace(/\d(\D*)$/, '$1');
  return { text: kept + after.text.slice(after.caret), caret: kept.length };
}

/**
 * Formats what stands in a masked field after an edit, keeping the caret with its digit.
 * @param format the mask; must be idempotent
 * @param before text and caret before the edit
 * @param after text and caret as the browser left them
 */
export function applyMask(format: (text: string) => string, before: Typed, after: Typed): Typed {
  const edited = deleteThroughMask(before, after);
  const digitsAfterCaret = countDigits(edited.text.slice(edited.caret));
  const text = format(edited.text);
  return { text, caret: placeBefore(text, digitsAfterCaret) };
}
