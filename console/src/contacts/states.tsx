import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type { ApplicationStage, ContactState } from '@funil/contract/console/contacts';
import type { Option } from '../parts/Fields.tsx';
import { StateMark, type Tone } from '../parts/StateMark.tsx';
import { day, keysOf, oneOf, type SearchOf, searchReader, text } from '../parts/search-params.ts';

const STATE_TONES: Readonly<Record<ContactState, Tone>> = {
  novo: 'fresh',
  em_conversa: 'busy',
  aprovado: 'good',
  recusado: 'off',
  comprou: 'won',
  perdido: 'off',
};
export const STATE_NAMES = keysOf(CONTACT_STATE_LABELS);
export const STATE_OPTIONS: readonly Option[] = Object.entries(CONTACT_STATE_LABELS);

export const STAGE_LABELS: Record<ApplicationStage, string> = {
  started: 'Preenchendo',
  abandoned: 'Abandonada',
  sent: 'Enviada',
};

export const StateLabel = ({ state }: { state: ContactState }) => (
  <StateMark label={CONTACT_STATE_LABELS[state]} tone={STATE_TONES[state]} />
);

const FIELDS = {
  q: text,
  from: day,
  until: day,
  source: text,
  medium: text,
  campaign: text,
  content: text,
  state: oneOf(STATE_NAMES),
  stage: oneOf(keysOf(STAGE_LABELS)),
  suspect: oneOf(['yes', 'no']),
};

/** The filters of a list; they are in the URL, so that links and the back button keep them. */
export type ListSearch = SearchOf<typeof FIELDS>;
export const readListSearch = searchReader(FIELDS);
