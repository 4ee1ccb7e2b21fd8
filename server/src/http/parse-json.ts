/** Undefined for a text that is no JSON, such as a proxy's error page. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
