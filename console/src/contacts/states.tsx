import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type { ContactItem, ShownState } from '@funil/contract/console/contacts';
import { STAGE_LABELS } from '@funil/contract/console/labels';
import { StateMark, type Tone } from '../parts/StateMark.tsx';
import {
  day,
  keysOf,
  oneOf,
  type SearchOf,
  searchReader,
  several,
  text,
} from '../parts/search-params.ts';

const STATE_TONES: Readonly<Record<ShownState, Tone>> = {
  novo: 'fresh',
  em_conversa: 'busy',
  aprovado: 'good',
  recusado: 'off',
  comprou: 'won',
  perdido: 'off',
  devolvido: 'warn',
};
const SHOWN_STATES = keysOf(CONTACT_STATE_LABELS);

/** Whether sales decide what a contact's state is; operators then cannot change it. */
export const isOfSale = ({ state, paid }: Pick<ContactItem, 'state' | 'paid'>): boolean =>
  paid || state === 'devolvido';

export const StateLabel = ({ state }: { state: ShownState }) => (
  <StateMark label={CONTACT_STATE_LABELS[state]} tone={STATE_TONES[state]} />
);

const SEARCH_FIELDS = {
  q: text,
  from: day,
  until: day,
  source: several(text),
  medium: several(text),
  campaign: several(text),
  content: several(text),
  state: several(oneOf(SHOWN_STATES)),
  owner: oneOf(['me', 'none']),
  stage: several(oneOf(keysOf(STAGE_LABELS))),
  sort: oneOf(['oldest']),
  suspect: oneOf(['yes', 'no']),
};

/** The filters of a list; they are in the URL, so that links and the back button keep them. */
export type ListSearch = SearchOf<typeof SEARCH_FIELDS>;
export const readListSearch = searchReader(SEARCH_FIELDS);
