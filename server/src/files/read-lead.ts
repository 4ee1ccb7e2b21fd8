import { fitText } from '@funil/contract/fit';
import { LEAD_RULES } from '@funil/contract/lead-rules';
import { phoneKey } from '@funil/contract/person';
import { MAX_UTM_LENGTH, UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { shorten } from '../csv/csv-file.ts';
import type { FileRow } from './open-file.ts';
import { type DateFormat, RowRefusal, readPhones, readTime } from './read-sale.ts';

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
 * @throws RowRefusal
 */
export function readLead(row: FileRow, dates: DateFormat): ImportedLead {
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
  return {
    nome: LEAD_RULES.nome.isValid(nome) ? nome : UNNAMED,
    telefone,
    email: email.includes('@') ? email : null,
    phoneKey: key,
    createdAt: readTime(row.read('createdAt'), dates) ?? new Date(dates.now).toISOString(),
    ...(Object.fromEntries(utms) as Utms),
  };
}
