import { whenScriptsAreLost } from './lost-scripts.ts';

/** The form gets a disabled button's events (parts/button.css), so only the pointer's position tells of the press. */
export function findDisabledSubmit(
  form: Element,
  { clientX: x, clientY: y }: { clientX: number; clientY: number },
): Element | undefined {
  const button = form.querySelector('[type="submit"]:disabled');
  const { left, right, top, bottom } = button?.getBoundingClientRect() ?? new DOMRect();
  return button && x > left && x < right && y > top && y < bottom ? button : undefined;
}

const UNHYDRATED_FORM_SELECTOR = 'dialog:not([data-served]) form';

function sendWithoutScript(form: HTMLFormElement, hiddenFields: object): void {
  const button = form.querySelector('[data-pressed]');
  // Without a marked button, React has already handled the click, or the dialog was closed.
  if (!button?.isConnected) return;
  button.removeAttribute('data-pressed');
  if (!form.reportValidity()) return;
  const inputs = Object.entries(hiddenFields).map(([name, value]) =>
    Object.assign(document.createElement('input'), { type: 'hidden', name, value }),
  );
  form.append(...inputs);
  form.submit();
  // Removes the added inputs, because React may still hydrate the form, and expects the HTML of the build.
  for (const input of inputs) input.remove();
}

/** Marks the submit button when a visitor submits before React hydrates the form. */
export function recordEarlySubmits(readHiddenFields: () => object): void {
  const recordSubmit = (event: Event) => {
    const { target } = event;
    const form =
      target instanceof Element ? target.closest<HTMLFormElement>(UNHYDRATED_FORM_SELECTOR) : null;
    if (!form || !(target instanceof Element)) return;
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter' && !event.isComposing;
    const isSubmit = isEnter
      ? target instanceof HTMLInputElement
      : event.type === 'click' && target.closest('[type="submit"]');
    if (!isSubmit) return;
    event.preventDefault();
    form.querySelector('[type="submit"]')?.setAttribute('data-pressed', '');
    if (form.hasAttribute('action'))
      whenScriptsAreLost(() => sendWithoutScript(form, readHiddenFields()));
  };
  for (const type of ['click', 'keydown']) document.addEventListener(type, recordSubmit);
}

/** Marks the dialog as hydrated; returns true if it is open and its form was submitted before. */
export function consumeEarlySubmit(dialog: HTMLDialogElement | null): boolean {
  dialog?.setAttribute('data-served', '');
  const button = dialog?.querySelector('[data-pressed]');
  button?.removeAttribute('data-pressed');
  return Boolean(button && dialog?.open);
}
