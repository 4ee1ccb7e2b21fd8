/** On the server the page already contains the rules. */
export function addStyle(textContent: string): void {
  if (import.meta.env.SSR) return;
  document.head.append(Object.assign(document.createElement('style'), { textContent }));
}
