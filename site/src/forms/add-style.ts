/** Adds rules to the page; on the server, where the page has its own, it does nothing. */
export function addStyle(textContent: string): void {
  if (import.meta.env.SSR) return;
  document.head.append(Object.assign(document.createElement('style'), { textContent }));
}
