/**
 * The submit button that a press was meant for though it is disabled. Such a button hears nothing
 * itself, and lets presses through to the form behind it (parts/button.css).
 */
export function findDisabledSubmit(
  form: Element,
  { clientX: x, clientY: y }: { clientX: number; clientY: number },
): Element | undefined {
  const button = form.querySelector('[type="submit"]:disabled');
  const { left, right, top, bottom } = button?.getBoundingClientRect() ?? new DOMRect();
  return button && x > left && x < right && y > top && y < bottom ? button : undefined;
}

const UNSERVED = 'dialog:not([data-served]) form';

/**
 * Keeps a press of a form's button, be it by Enter, until React serves the form: runs inline, before
 * anything else.
 */
export function recordEarlySubmits(): void {
  const keep = (event: Event) => {
    const { target } = event;
    const form = target instanceof Element ? target.closest(UNSERVED) : null;
    if (!form) return;
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter' && !event.isComposing;
    const isPress =
      event instanceof PointerEvent
        ? findDisabledSubmit(form, event)
        : event.type === 'submit' || (isEnter && target instanceof HTMLInputElement);
    if (!isPress) return;
    event.preventDefault();
    form.querySelector('[type="submit"]')?.setAttribute('data-pressed', '');
  };
  for (const type of ['pointerup', 'keydown', 'submit']) document.addEventListener(type, keep);
}

/** Says that presses are served from now on; returns whether one was kept for an open dialog. */
export function consumeEarlySubmit(dialog: HTMLDialogElement | null): boolean {
  dialog?.setAttribute('data-served', '');
  const button = dialog?.querySelector('[data-pressed]');
  button?.removeAttribute('data-pressed');
  return Boolean(button && dialog?.open);
}
