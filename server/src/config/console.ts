import { ROLES, type Role } from '@funil/contract/console/roles';
import { emailKey } from '@funil/contract/person';
import { z } from 'zod';
import { refuse, splitList, variable } from './variables.ts';

/** A Supabase project's user that may sign in to the console. */
interface ListedOperator {
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
}

/** Whether a text is an HTTP origin. */
const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Without TLS, tokens may be sent to this machine only. */
const isSafe = (origin: string) => {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
};

const withoutSlash = (text: string | undefined) => text?.trim().replace(/\/+$/, '') || null;

/** The console's address as the browser shows it, without a path. */
export const consoleUrl = variable.transform((value, context): string | null => {
  const found = withoutSlash(value);
  if (found === null || isOrigin(found)) return found;
  return refuse(context, 'an address such as https://console.example.com', found);
});

/** A Supabase project's address, with or without `/auth/v1`. */
export const authUrl = variable.transform((value, context): string | null => {
  const found = withoutSlash(value)?.replace(/\/auth\/v1$/, '') ?? null;
  if (found === null || (isOrigin(found) && isSafe(found))) return found;
  return refuse(context, "a Supabase project's address, such as https://abc.supabase.co", found);
});

/** `ana@example.com,bia@example.com:attendant`: without a role, the operator is an owner. */
export const operators = variable.transform((value, context): readonly ListedOperator[] => {
  const list = splitList(value);
  const read = list.flatMap((item) => readOperator(item) ?? []);
  if (read.length < list.length) {
    return refuse(
      context,
      'e-mail addresses, each alone or with :owner, :manager or :attendant',
      list.join(),
    );
  }
  if (list.length > 0 && !read.some(({ role }) => role === 'owner')) {
    return refuse(context, 'a list with at least one owner', list.join());
  }
  return read;
});

function readOperator(item: string): ListedOperator | null {
  const [, address = '', word = 'owner'] = /^([^:]*)(?::(.*))?$/.exec(item) ?? [];
  const email = z.email().safeParse(emailKey(address));
  const role = ROLES.find((known) => known === word);
  return email.success && role !== undefined ? { email: email.data, role } : null;
}
