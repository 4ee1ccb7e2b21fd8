/** The page that the server renders already contains the rules. */
export function addStyle(textContent: string): void {
  if (import.meta.env.SSR) return;
  document.head.append(Object.assign(document.createElement('style'), { textContent }));
}
