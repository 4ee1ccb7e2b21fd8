import { STAGE_LABELS } from '@funil/contract/console/labels';
import { CONTACT_STATE_LABELS } from '@funil/contract/contacts/contact-states';
import type { ContactItem, ListedState } from '@funil/contract/contacts/contacts';
import { StateMark, type Tone } from '../parts/StateMark.tsx';
import {
  keysOf,
  LIST_SEARCH_FIELDS,
  readOneOf,
  readOneOrSeveral,
  type SearchOf,
  searchReader,
} from '../parts/search-params.ts';

const CONTACT_STATE_TONES: Readonly<Record<ListedState, Tone>> = {
  novo: 'fresh',
  em_conversa: 'busy',
  aprovado: 'good',
  recusado: 'off',
  comprou: 'won',
  perdido: 'off',
  devolvido: 'warn',
  started: 'busy',
  abandoned: 'warn',
};
const LISTED_STATE_LABELS: Readonly<Record<ListedState, string>> = {
  ...STAGE_LABELS,
  ...CONTACT_STATE_LABELS,
};

/** Operators cannot change a state that comes from the contact's sales. */
export const isStateOfSale = ({ state, paid }: Pick<ContactItem, 'state' | 'paid'>): boolean =>
  paid || state === 'devolvido';

/** Returns the stage of a new application that was not sent yet, and the state of any other contact. */
export const listedState = ({ state, stage }: Pick<ContactItem, 'state' | 'stage'>): ListedState =>
  state === 'novo' && stage !== null && stage !== 'sent' ? stage : state;

export const StateLabel = ({ state }: { state: ListedState }) => (
  <StateMark label={LISTED_STATE_LABELS[state]} tone={CONTACT_STATE_TONES[state]} />
);

const CONTACT_SEARCH_FIELDS = {
  ...LIST_SEARCH_FIELDS,
  state: readOneOrSeveral(readOneOf(keysOf(CONTACT_STATE_TONES))),
  owner: readOneOf(['me', 'none']),
  sort: readOneOf(['oldest']),
  suspect: readOneOf(['yes', 'no']),
};

export type ListSearch = SearchOf<typeof CONTACT_SEARCH_FIELDS>;
export const readListSearch = searchReader(CONTACT_SEARCH_FIELDS);
