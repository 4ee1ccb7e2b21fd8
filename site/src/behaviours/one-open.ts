function closeSiblings(opened: HTMLDetailsElement): void {
  for (const sibling of opened.parentElement?.children ?? []) {
    if (sibling !== opened && sibling instanceof HTMLDetailsElement) sibling.open = false;
  }
}

/**
 * Keeps one module open at a time in browsers without `name` on `<details>`: Chrome before 120, Safari
 * before 17.2, Firefox before 130.
 */
export function keepOneModuleOpen(): void {
  if ('name' in HTMLDetailsElement.prototype) return;
  for (const opened of document.querySelectorAll<HTMLDetailsElement>('details[open]')) {
    if (opened.open) closeSiblings(opened);
  }
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open) closeSiblings(target);
    },
    // The toggle event does not bubble.
    true,
  );
}
