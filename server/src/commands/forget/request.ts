import { isEmail } from '@funil/contract/email';
import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Table } from '@funil/contract/protocol';
import { toSearchText } from '../../leads/contacts/search-words.ts';
import type { Person } from '../../leads/people/find-person.ts';
import { OperatorError, type Words } from '../run/definition.ts';
import type { FORGET_OPTIONS } from '../run/options.ts';

/** Every table, as the operator calls its rows: one, several. */
export const NOUNS: Record<Table, readonly [one: string, many: string]> = {
  leads: ['lead', 'leads'],
  applications: ['aplicação', 'aplicações'],
  application_drafts: ['rascunho', 'rascunhos'],
  jornada: ['evento', 'eventos'],
};
export const TABLES = Object.keys(NOUNS) as Table[];

/** Who bought, as the operator says it. */
const BUYERS = 'compradores';

/** What retention may be asked to erase. */
interface Kinds {
  readonly tables: readonly Table[];
  /** Whether buyers are taken out of old sales. */
  readonly buyers: boolean;
}

function readKinds(text: string | undefined): Kinds {
  if (text === undefined) return { tables: TABLES, buyers: true };
  const names = text.split(',').map((name) => name.trim());
  const tables = names.flatMap((name) => {
    if (toSearchText(name) === BUYERS) return [];
    const table = TABLES.find((other) => toSearchText(NOUNS[other][1]) === toSearchText(name));
    if (table) return [table];
    const known = [...TABLES.map((other) => toSearchText(NOUNS[other][1])), BUYERS].join(', ');
    throw new OperatorError(`--o-que não conhece “${name}”; o que há: ${known}.`);
  });
  return { tables, buyers: names.some((name) => toSearchText(name) === BUYERS) };
}

/** Whom or what to forget: a person, or what was stored before a moment. */
export interface ForgetRequest extends Kinds {
  readonly person: Person | null;
  readonly age: Date | null;
}

/**
 * What the options ask for.
 * @throws OperatorError with a sentence on what is wrong with them
 */
export function readRequest(
  { text }: Pick<Words<typeof FORGET_OPTIONS>, 'text'>,
  now: Date,
): ForgetRequest {
  const [phone, email, term] = [text('telefone'), text('email'), text('mais-antigos')];
  if (phone !== undefined && canonicalPhone(phone) === null) {
    throw new OperatorError('O telefone precisa de DDD e número: --telefone "(11) 98765-4321"');
  }
  if (email !== undefined && !isEmail(emailKey(email))) {
    throw new OperatorError('O e-mail precisa ser completo: --email ana@exemplo.com');
  }
  const isPerson = phone !== undefined || email !== undefined;
  if (isPerson === (term !== undefined)) {
    throw new OperatorError(
      'Diga de quem (--telefone, --email) ou de quando (--mais-antigos), um dos dois. Ajuda: npm run forget -- --ajuda',
    );
  }
  if (isPerson && text('o-que') !== undefined) {
    throw new OperatorError('--o-que vale com --mais-antigos; uma pessoa é apagada por inteiro.');
  }
  if (!isPerson && (text('tambem') !== undefined || text('menos') !== undefined)) {
    throw new OperatorError('--tambem e --menos valem com --telefone ou --email.');
  }
  return {
    person: isPerson ? { phone: phone ?? null, email: email ?? null } : null,
    age: term === undefined ? null : readAge(term, now),
    ...readKinds(text('o-que')),
  };
}

/** Longest age: what is older has no date that either database compares. */
const MOST_YEARS = 100;

/** The moment that lies a term such as `180d`, `6m` or `2a` before now: days, calendar months, years. */
export function readAge(text: string, now: Date): Date {
  const [, digits, unit] = /^(\d{1,5}) ?([dma])$/i.exec(text.trim()) ?? [];
  const n = Number(digits);
  const moment = new Date(now);
  if (unit?.toLowerCase() === 'd') moment.setUTCDate(moment.getUTCDate() - n);
  if (unit?.toLowerCase() === 'm') moment.setUTCMonth(moment.getUTCMonth() - n);
  if (unit?.toLowerCase() === 'a') moment.setUTCFullYear(moment.getUTCFullYear() - n);
  // A month without that day: its last one.
  if (unit?.toLowerCase() !== 'd' && moment.getUTCDate() !== now.getUTCDate()) moment.setUTCDate(0);
  if (!unit || moment.getUTCFullYear() < now.getUTCFullYear() - MOST_YEARS) {
    throw new OperatorError(
      `--mais-antigos espera um prazo em dias, meses ou anos (180d, 6m, 2a), e recebeu “${text}”.`,
    );
  }
  return moment;
}
