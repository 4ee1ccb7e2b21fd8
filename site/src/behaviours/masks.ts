import { applyMask, type Typed } from '@funil/contract/mask';
import { formatPhone } from '@funil/contract/phone';

const FORMATS: Record<string, (text: string) => string> = { phone: formatPhone };

// React remembers a field's value by watching this property on the element; set through the
// prototype, the new value stays news to React, and it hears the event.
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

function readTyped(input: HTMLInputElement): Typed {
  return { text: input.value, caret: input.selectionStart ?? input.value.length };
}

function mask(input: HTMLInputElement, before: Typed): void {
  const format = FORMATS[input.dataset.mask ?? ''];
  if (!format) return;
  const { text, caret } = applyMask(format, before, readTyped(input));
  setValue?.call(input, text);
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

/** Formats fields marked `data-mask` while they are typed in, be React there yet or not. */
export function watchMasks(): void {
  let before: Typed = { text: '', caret: 0 };
  const masked = ({ target }: Event) =>
    target instanceof HTMLInputElement && target.dataset.mask ? target : undefined;
  document.addEventListener(
    'beforeinput',
    (event) => {
      const input = masked(event);
      if (input) before = readTyped(input);
    },
    true,
  );
  document.addEventListener(
    'input',
    (event) => {
      const input = masked(event);
      if (input) mask(input, before);
    },
    true,
  );
  // What was typed before this script had arrived is masked now, and told to whoever listens.
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-mask]')) {
    if (input.value !== '') input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
