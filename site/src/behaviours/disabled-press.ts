/**
 * The submit button that a press was meant for though it is disabled. Such a button hears nothing
 * itself, and lets presses through to the form behind it (parts/button.css).
 */
export function findDisabledUnder(
  form: Element,
  { clientX: x, clientY: y }: { clientX: number; clientY: number },
): Element | undefined {
  const button = form.querySelector('[type="submit"]:disabled');
  const { left, right, top, bottom } = button?.getBoundingClientRect() ?? new DOMRect();
  return button && x > left && x < right && y > top && y < bottom ? button : undefined;
}
