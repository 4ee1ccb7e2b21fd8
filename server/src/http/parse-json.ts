/** Returns the value of a JSON text; undefined for any other text, such as a proxy's error page. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller judges undefined as it judges a value of another shape.
    return undefined;
  }
}
