import type { CaptureTable } from '@funil/contract/capture/protocol';
import { toSearchText } from '@funil/contract/characters';
import { isEmail } from '@funil/contract/contacts/email';
import { canonicalPhone, emailKey } from '@funil/contract/contacts/person';
import type { PhoneAndEmail } from '../../contacts/find-person.ts';
import { type Arguments, OperatorError } from '../run/definition.ts';
import type { FORGET_OPTIONS } from '../run/options.ts';

export const TABLE_NOUNS: Record<CaptureTable, readonly [one: string, many: string]> = {
  leads: ['lead', 'leads'],
  applications: ['aplicação', 'aplicações'],
  application_drafts: ['rascunho', 'rascunhos'],
  jornada: ['evento', 'eventos'],
};
export const ERASABLE_TABLES = Object.keys(TABLE_NOUNS) as CaptureTable[];

const BUYERS_NOUN = 'compradores';

interface ErasedKinds {
  readonly tables: readonly CaptureTable[];
  /** Old sales lose their buyers. */
  readonly includesBuyers: boolean;
}

function readKinds(text: string | undefined): ErasedKinds {
  if (text === undefined) return { tables: ERASABLE_TABLES, includesBuyers: true };
  const names = text.split(',').map((name) => name.trim());
  const tables = names.flatMap((name) => {
    if (toSearchText(name) === BUYERS_NOUN) return [];
    const table = ERASABLE_TABLES.find(
      (other) => toSearchText(TABLE_NOUNS[other][1]) === toSearchText(name),
    );
    if (table) return [table];
    const acceptedNouns = [
      ...ERASABLE_TABLES.map((other) => toSearchText(TABLE_NOUNS[other][1])),
      BUYERS_NOUN,
    ].join(', ');
    throw new OperatorError(`--o-que não conhece “${name}”; o que há: ${acceptedNouns}.`);
  });
  return { tables, includesBuyers: names.some((name) => toSearchText(name) === BUYERS_NOUN) };
}

export interface ForgetRequest extends ErasedKinds {
  readonly person: PhoneAndEmail | null;
  readonly storedBefore: Date | null;
}

/** @throws OperatorError if options are invalid or contradict each other */
export function readRequest(
  options: Arguments<typeof FORGET_OPTIONS>['options'],
  now: number,
): ForgetRequest {
  const { telefone: phone, email, 'mais-antigos': age, 'o-que': kinds } = options;
  if (phone !== undefined && canonicalPhone(phone) === null) {
    throw new OperatorError('O telefone precisa de DDD e número: --telefone "(11) 98765-4321"');
  }
  if (email !== undefined && !isEmail(emailKey(email))) {
    throw new OperatorError('O e-mail precisa ser completo: --email ana@exemplo.com');
  }
  const isPerson = phone !== undefined || email !== undefined;
  if (isPerson === (age !== undefined)) {
    throw new OperatorError(
      'Diga de quem (--telefone, --email) ou de quando (--mais-antigos), um dos dois. Ajuda: npm run forget -- --ajuda',
    );
  }
  if (isPerson && kinds !== undefined) {
    throw new OperatorError('--o-que vale com --mais-antigos; uma pessoa é apagada por inteiro.');
  }
  if (!isPerson && (options.tambem !== undefined || options.menos !== undefined)) {
    throw new OperatorError('--tambem e --menos valem com --telefone ou --email.');
  }
  return {
    person: isPerson ? { phone: phone ?? null, email: email ?? null } : null,
    storedBefore: age === undefined ? null : readAge(age, now),
    ...readKinds(kinds),
  };
}

/** A longer age could reach years that the two databases do not compare as ISO text. */
const MAX_AGE_YEARS = 100;

/** Returns the time `180d`, `6m` or `2a` before now, in days, calendar months or years. */
export function readAge(text: string, now: number): Date {
  const [, digits, unit] = /^(\d{1,5}) ?([dma])$/.exec(text.trim().toLowerCase()) ?? [];
  const count = Number(digits);
  const today = new Date(now);
  const date = new Date(now);
  if (unit === 'd') date.setUTCDate(date.getUTCDate() - count);
  if (unit === 'm') date.setUTCMonth(date.getUTCMonth() - count);
  if (unit === 'a') date.setUTCFullYear(date.getUTCFullYear() - count);
  // JavaScript turns 31 February into March; day 0 is the last day of the previous month.
  if (unit !== 'd' && date.getUTCDate() !== today.getUTCDate()) date.setUTCDate(0);
  if (!unit || date.getUTCFullYear() < today.getUTCFullYear() - MAX_AGE_YEARS) {
    throw new OperatorError(
      `--mais-antigos espera um prazo em dias, meses ou anos (180d, 6m, 2a), e recebeu “${text}”.`,
    );
  }
  return date;
}
