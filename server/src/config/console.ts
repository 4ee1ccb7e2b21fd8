import { refuse, variable } from './variables.ts';

/** Whether a text is an HTTP origin. */
const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const withoutSlash = (text: string | undefined) => text?.trim().replace(/\/+$/, '') || null;

/** The console's address as the browser shows it, without a path. */
export const consoleUrl = variable.transform((value, context): string | null => {
  const found = withoutSlash(value);
  if (found === null || isOrigin(found)) return found;
  return refuse(context, 'an address such as https://console.example.com', found);
});
