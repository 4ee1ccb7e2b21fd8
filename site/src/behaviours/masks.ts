import { maskInstagram } from '@funil/contract/contacts/instagram';
import { applyMask, type TypedText } from '@funil/contract/contacts/mask';
import { completeWhatsapp, formatPhone, formatWhatsapp } from '@funil/contract/contacts/phone';

interface Mask {
  /** Returns the field's text and caret after an edit. */
  format: (before: TypedText, after: TypedText) => TypedText;
  /** Returns the full number for text that is pasted or auto-filled. */
  complete?: (text: string) => string;
}

const MASK_BY_NAME: Record<string, Mask> = {
  phone: { format: (before, after) => applyMask(formatPhone, before, after) },
  whatsapp: {
    format: (before, after) => applyMask(formatWhatsapp, before, after),
    complete: completeWhatsapp,
  },
  instagram: { format: (_before, after) => maskInstagram(after) },
};

interface TextBeforeEdit extends TypedText {
  isReplaced: boolean;
}

/** Browsers fill fields in without a `beforeinput` event. */
const AUTO_FILLED: TextBeforeEdit = { text: '', caret: 0, isReplaced: true };

// React overrides this property on the element, so only the prototype's setter lets React see the change.
const setNativeValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

function readTextBeforeEdit({
  value,
  selectionStart,
  selectionEnd,
}: HTMLInputElement): TextBeforeEdit {
  const caret = selectionStart ?? value.length;
  return { text: value, caret, isReplaced: caret === 0 && selectionEnd === value.length };
}

function setTextAndCaret(input: HTMLInputElement, { text, caret }: TypedText): void {
  // Setting the same value would interrupt a phone keyboard's composition.
  if (input.value !== text) setNativeValue?.call(input, text);
  if (document.activeElement !== input || input.selectionStart === caret) return;
  input.setSelectionRange(caret, caret);
}

function findMaskedInput({ target }: Event): { input: HTMLInputElement; mask: Mask } | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const mask = MASK_BY_NAME[target.dataset.mask ?? ''];
  return mask && { input: target, mask };
}

/** Formats fields marked `data-mask` on input, before and after React hydrates them. */
export function watchMasks(): void {
  const previousTexts = new WeakMap<HTMLInputElement, TextBeforeEdit>();

  const formatInput = (event: Event) => {
    const { input, mask } = findMaskedInput(event) ?? {};
    if (!input || !mask) return;
    const before = previousTexts.get(input) ?? AUTO_FILLED;
    previousTexts.delete(input);
    const text = input.value;
    const caret = input.selectionStart ?? text.length;
    const completedText = before.isReplaced && text.length > 1 && mask.complete?.(text);
    setTextAndCaret(
      input,
      completedText
        ? { text: completedText, caret: completedText.length }
        : mask.format(before, { text, caret }),
    );
  };

  // The capture phase gives React the formatted value.
  document.addEventListener(
    'beforeinput',
    (event) => {
      const { input } = findMaskedInput(event) ?? {};
      if (input) previousTexts.set(input, readTextBeforeEdit(input));
    },
    true,
  );
  document.addEventListener('input', formatInput, true);
  // Text may have been typed before this script ran.
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-mask]')) {
    if (input.value !== '') input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
