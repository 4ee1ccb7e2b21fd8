/** Adds rules to the page; does nothing on the server, where the page already contains the rules. */
export function addStyle(textContent: string): void {
  if (import.meta.env.SSR) return;
  document.head.append(Object.assign(document.createElement('style'), { textContent }));
}
