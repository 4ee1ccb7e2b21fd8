/** Adds rules to the page; when the build renders, the page already contains them. */
export function addStyle(textContent: string): void {
  if (import.meta.env.SSR) return;
  document.head.append(Object.assign(document.createElement('style'), { textContent }));
}
