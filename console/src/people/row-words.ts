import type { PersonField, PersonRow } from '@funil/contract/console/people';

export const ROW_WORDS: Record<PersonRow['kind'], string> = {
  lead: 'Lead',
  application: 'Aplicação',
  sale: 'Compra',
  notice: 'Aviso do checkout, sem venda',
  announcement: 'Cópia enviada por webhook',
};

const FIELD_WORDS: Record<PersonField, string> = {
  names: 'nome',
  phones: 'telefone',
  emails: 'e-mail',
};

/** What contradicts the person, such as “nome e telefone”; empty where nothing is known to. */
export const nameFields = (fields: readonly PersonField[]): string =>
  new Intl.ListFormat('pt-BR').format(fields.map((field) => FIELD_WORDS[field]));
