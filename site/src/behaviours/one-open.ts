/** Those beside it: the parts of a list that shows one of them at a time. */
function closeOthers(opened: HTMLDetailsElement): void {
  for (const other of opened.parentElement?.children ?? []) {
    if (other !== opened && other instanceof HTMLDetailsElement) other.open = false;
  }
}

/**
 * Keeps one module open at a time where the browser does not know `name` on `<details>`: Chrome
 * before 120, Safari before 17.2, Firefox before 130.
 */
export function keepOneModuleOpen(): void {
  if ('name' in HTMLDetailsElement.prototype) return;
  for (const opened of document.querySelectorAll<HTMLDetailsElement>('details[open]')) {
    if (opened.open) closeOthers(opened);
  }
  // It does not bubble; capturing sees it all the same.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open) closeOthers(target);
    },
    true,
  );
}
