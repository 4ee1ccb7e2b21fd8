/**
 * Returns the disabled submit button at a pointer's position. Such a button gets no events; its form
 * gets them instead (parts/button.css).
 */
export function findDisabledSubmit(
  form: Element,
  { clientX: x, clientY: y }: { clientX: number; clientY: number },
): Element | undefined {
  const button = form.querySelector('[type="submit"]:disabled');
  const { left, right, top, bottom } = button?.getBoundingClientRect() ?? new DOMRect();
  return button && x > left && x < right && y > top && y < bottom ? button : undefined;
}

const UNHYDRATED_FORM = 'dialog:not([data-served]) form';

/** Marks the submit button when a visitor submits before React hydrates the form. Runs inline. */
export function recordEarlySubmits(): void {
  const record = (event: Event) => {
    const { target } = event;
    const form = target instanceof Element ? target.closest(UNHYDRATED_FORM) : null;
    if (!form) return;
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter' && !event.isComposing;
    const isSubmit =
      event instanceof PointerEvent
        ? findDisabledSubmit(form, event)
        : event.type === 'submit' || (isEnter && target instanceof HTMLInputElement);
    if (!isSubmit) return;
    event.preventDefault();
    form.querySelector('[type="submit"]')?.setAttribute('data-pressed', '');
  };
  for (const type of ['pointerup', 'keydown', 'submit']) document.addEventListener(type, record);
}

/** Marks the dialog as hydrated; returns whether an early submit waits in the open dialog. */
export function consumeEarlySubmit(dialog: HTMLDialogElement | null): boolean {
  dialog?.setAttribute('data-served', '');
  const button = dialog?.querySelector('[data-pressed]');
  button?.removeAttribute('data-pressed');
  return Boolean(button && dialog?.open);
}
