import type { ApplicationStage, SubjectState } from '@funil/contract/console/subjects';
import type { Option } from '../parts/Fields.tsx';
import { day, keysOf, oneOf, type SearchOf, searchReader, text } from '../parts/search.ts';

/** The label and the color of each state, in the order in which a conversation passes them. */
export const STATES: Record<SubjectState, { readonly label: string; readonly tone: string }> = {
  novo: { label: 'Novo', tone: 'fresh' },
  em_conversa: { label: 'Em conversa', tone: 'busy' },
  aprovado: { label: 'Aprovado', tone: 'good' },
  recusado: { label: 'Recusado', tone: 'off' },
  comprou: { label: 'Comprou', tone: 'won' },
  perdido: { label: 'Perdido', tone: 'off' },
};
export const STATE_NAMES = keysOf(STATES);
export const STATE_OPTIONS: readonly Option[] = STATE_NAMES.map((name) => [
  name,
  STATES[name].label,
]);

export const STAGE_LABELS: Record<ApplicationStage, string> = {
  started: 'Preenchendo',
  abandoned: 'Abandonada',
  sent: 'Enviada',
};

/** The state of a conversation: a node, and its word. */
export function StateLabel({ state }: { state: SubjectState }) {
  const { label, tone } = STATES[state];
  return (
    <span className="state" data-tone={tone}>
      {label}
    </span>
  );
}

const FIELDS = {
  q: text,
  from: day,
  until: day,
  source: text,
  campaign: text,
  content: text,
  state: oneOf(STATE_NAMES),
  stage: oneOf(keysOf(STAGE_LABELS)),
  suspect: oneOf(['yes', 'no']),
};

/** What narrows a list down; it stands in the address, so that a link, and going back, keep it. */
export type ListSearch = SearchOf<typeof FIELDS>;
export const readListSearch = searchReader(FIELDS);
