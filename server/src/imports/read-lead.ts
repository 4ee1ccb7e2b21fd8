import { fitText } from '@funil/contract/fit';
import { LEAD_RULES } from '@funil/contract/lead-rules';
import { phoneKey } from '@funil/contract/person';
import { MAX_UTM_LENGTH, UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { shorten } from '../input/csv-file.ts';
import type { FileRow } from './open-file.ts';
import { RowRefusal, readPhones, readTime } from './read-sale.ts';

/** A lead as a file says it. */
export interface ImportedLead extends Utms {
  readonly nome: string;
  readonly telefone: string;
  readonly email: string | null;
  /** The person's key, by which a lead is known. */
  readonly phoneKey: string;
  /** When it arrived: ISO in UTC. */
  readonly createdAt: string;
}

const UNNAMED = 'Sem nome';
const MAX_EMAIL_LENGTH = 254;

/**
 * Returns the lead of a row. A lead without a date arrives now.
 * @param now the time in ms since 1970
 * @throws RowRefusal
 */
export function readLead(row: FileRow, now: number): ImportedLead {
  const [telefone = ''] = readPhones(row);
  if (telefone === '') {
    throw new RowRefusal(
      row.phones.length === 0 ? 'Sem telefone' : 'O Excel arredondou o telefone',
    );
  }
  const key = phoneKey(telefone);
  if (key === null || !LEAD_RULES.telefone.isValid(telefone)) {
    throw new RowRefusal(`“${shorten(telefone)}” não é um telefone com DDD`);
  }
  const nome = fitText(row.read('name'), LEAD_RULES.nome.length);
  const email = row.read('email').slice(0, MAX_EMAIL_LENGTH);
  const utms = UTM_FIELDS.map((field) => [field, fitText(row.read(field), MAX_UTM_LENGTH)]);
  // Without a time, the lead came before any sale of its day.
  const time = row.read('createdAt').replace(/^(\d\d\/\d\d\/\d{4}|\d{4}-\d\d-\d\d)$/, '$1 00:00');
  return {
    nome: LEAD_RULES.nome.isValid(nome) ? nome : UNNAMED,
    telefone,
    email: email.includes('@') ? email : null,
    phoneKey: key,
    createdAt: readTime(time, now) ?? new Date(now).toISOString(),
    ...(Object.fromEntries(utms) as Utms),
  };
}
