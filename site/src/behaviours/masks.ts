import { maskInstagram } from '@funil/contract/instagram';
import { applyMask, type Typed } from '@funil/contract/mask';
import { completeWhatsapp, formatPhone, formatWhatsapp } from '@funil/contract/phone';

interface Mask {
  /** The field after an edit. */
  edit: (before: Typed, after: Typed) => Typed;
  /** Reads what came whole: pasted, filled in by the browser, or typed without a plus and left. */
  complete?: (text: string) => string;
}

const MASKS: Record<string, Mask> = {
  phone: { edit: (before, after) => applyMask(formatPhone, before, after) },
  whatsapp: {
    edit: (before, after) => applyMask(formatWhatsapp, before, after),
    complete: completeWhatsapp,
  },
  instagram: { edit: (_before, after) => maskInstagram(after) },
};

/** A field just before an edit. */
interface Before extends Typed {
  /** Whether the edit replaces everything in it. */
  isReplaced: boolean;
}

/** Of an edit without `beforeinput`: the browser has filled the field in. */
const FILLED_IN: Before = { text: '', caret: 0, isReplaced: true };

// React remembers a field's value by watching this property on the element; set through the
// prototype, the new value stays news to React, and it hears the event.
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

const countPluses = (text: string) => text.split('+').length - 1;

function readBefore({ value, selectionStart, selectionEnd }: HTMLInputElement): Before {
  const caret = selectionStart ?? value.length;
  return { text: value, caret, isReplaced: caret === 0 && selectionEnd === value.length };
}

function show(input: HTMLInputElement, { text, caret }: Typed): void {
  // Setting even the same value would break off the word a phone's keyboard is composing.
  if (input.value !== text) setValue?.call(input, text);
  if (document.activeElement !== input || input.selectionStart === caret) return;
  input.setSelectionRange(caret, caret);
}

function findMasked({ target }: Event): { input: HTMLInputElement; mask: Mask } | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const mask = MASKS[target.dataset.mask ?? ''];
  return mask && { input: target, mask };
}

/** Formats fields marked `data-mask` while they are typed in, be React there yet or not. */
export function watchMasks(): void {
  const befores = new WeakMap<HTMLInputElement, Before>();
  /** Fields whose text was begun without a plus: the one they show is the mask's. */
  const plusless = new WeakSet<HTMLInputElement>();

  const edit = (event: Event) => {
    const { input, mask } = findMasked(event) ?? {};
    if (!input || !mask) return;
    const before = befores.get(input) ?? FILLED_IN;
    befores.delete(input);
    const text = input.value;
    const caret = input.selectionStart ?? text.length;
    if (before.isReplaced && !text.includes('+')) plusless.add(input);
    else if (countPluses(text) > countPluses(before.text)) plusless.delete(input);
    const isWhole = before.isReplaced && text.length > 1 && mask.complete;
    const whole = isWhole && mask.complete?.(text);
    show(input, whole ? { text: whole, caret: whole.length } : mask.edit(before, { text, caret }));
  };

  const complete = (event: Event) => {
    const { input, mask } = findMasked(event) ?? {};
    if (!input || !mask?.complete || !plusless.has(input)) return;
    const text = mask.complete(input.value.replace(/^\+/, ''));
    if (text === input.value) return;
    setValue?.call(input, text);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };

  // In the capture phase: before React, which acts on what these leave in the field.
  document.addEventListener(
    'beforeinput',
    (event) => {
      const { input } = findMasked(event) ?? {};
      if (input) befores.set(input, readBefore(input));
    },
    true,
  );
  document.addEventListener('input', edit, true);
  document.addEventListener('focusout', complete, true);
  document.addEventListener('keydown', (event) => event.key === 'Enter' && complete(event), true);
  // What was typed before this script had arrived is masked now, and told to whoever listens.
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-mask]')) {
    if (input.value !== '') input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
