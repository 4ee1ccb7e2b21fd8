import { isAbsolute } from 'node:path';
import { LOCAL_ANON_KEY } from '@funil/contract/capture/protocol';
import { z } from 'zod';

export type EnvVariables = Readonly<Record<string, string | undefined>>;

/** `%s` in messages is the variable's name. */
export const rawValue = z.string().optional();

export function refuseValue(context: z.RefinementCtx, expected: string, value: string): never {
  context.addIssue(`%s must be ${expected}, found "${value}".`);
  return z.NEVER;
}

export const textOr = <Fallback extends string | null>(fallback: Fallback) =>
  rawValue.transform((value) => value?.trim() || fallback);

export const wholeNumberOr = <Fallback extends number | null>(
  fallback: Fallback,
  largest: number,
) =>
  rawValue.transform((value, context): number | Fallback => {
    const trimmed = value?.trim();
    if (!trimmed) return fallback;
    const isInRange = /^\d+$/.test(trimmed) && Number(trimmed) <= largest;
    return isInRange
      ? Number(trimmed)
      : refuseValue(context, `a whole number from 0 to ${largest}`, trimmed);
  });

export const trueOrFalse = rawValue.transform((value, context): boolean => {
  const trimmed = value?.trim() || 'false';
  if (trimmed !== 'true' && trimmed !== 'false')
    return refuseValue(context, 'true or false', trimmed);
  return trimmed === 'true';
});

/** Accepts a missing variable, but no empty one, which is a mistake in the deployment. */
export const notEmpty = (message: string) =>
  rawValue.refine((value) => value?.trim() !== '', { message, abort: true });

/** Refuses spaces, because a header loses leading and trailing ones. */
export const publicKey = notEmpty('supabaseKey is required. (%s)')
  .transform((value) => value ?? LOCAL_ANON_KEY)
  .refine((key) => /^[\x21-\x7e]+$/.test(key), {
    message: '%s must be letters, digits and signs, without spaces around or inside it.',
  });

/** Messages must not repeat the secret. */
export const credential = textOr(null).refine(
  (value) => value === null || /^[\x21-\x7e]+$/.test(value),
  { message: '%s must be letters, digits and signs, without spaces inside it.' },
);

const MIN_SECRETS_KEY_LENGTH = 32;

export const secretsKey = textOr(null).refine(
  (value) => value === null || value.length >= MIN_SECRETS_KEY_LENGTH,
  { message: `%s must have at least ${MIN_SECRETS_KEY_LENGTH} characters.` },
);

export const baseUrlOr = (fallback: string) =>
  rawValue.transform((value, context): string => {
    const trimmed = value?.trim() || fallback;
    const isAddress = /^https?:\/\/[^?#@]+$/.test(trimmed) && URL.canParse(trimmed);
    if (!isAddress) return refuseValue(context, `an address such as ${fallback}`, trimmed);
    return trimmed.replace(/\/+$/, '');
  });

export const oneOf = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  rawValue.transform((value, context): Word => {
    const trimmed = value?.trim() || words[0];
    const word = words.find((known) => known === trimmed);
    return word ?? refuseValue(context, words.join(' or '), trimmed);
  });

export const databaseUrl = textOr(null).refine(
  (url) => url === null || (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)),
  // The message must not repeat the value, which contains a password.
  {
    message:
      '%s must be an address such as postgres://user:password@host/database; in the password, signs like # / ? % are written as %23 %2F %3F %25.',
  },
);

/** Refuses a relative path, which would depend on where the server was started. */
export const backupFolder = textOr(null).refine((value) => value === null || isAbsolute(value), {
  message: '%s must be a full path, such as /srv/funil/backup.',
});

export const originList = rawValue.transform((value, context): readonly string[] => {
  const list = splitList(value);
  const invalid = list.find((address) => readOrigin(address) === null);
  return invalid === undefined
    ? list.map((address) => readOrigin(address) ?? address)
    : refuseValue(context, 'origins such as https://example.com', invalid);
});

function readOrigin(address: string): string | null {
  const url = /^https?:\/\/[^*@?#]+$/i.test(address) ? URL.parse(address) : null;
  return url?.pathname === '/' ? url.origin : null;
}

export const splitList = (value = ''): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

export const consoleUrl = rawValue.transform((value, context): string | null => {
  const trimmed = value?.trim().replace(/\/+$/, '') || null;
  const origin = trimmed === null ? null : readOrigin(trimmed);
  return trimmed !== null && origin === null
    ? refuseValue(context, 'an address such as https://console.example.com', trimmed)
    : origin;
});
