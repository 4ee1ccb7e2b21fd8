import type { ConnectionState } from '@funil/contract/console/connections';
import type { ConnectionSettings } from '@funil/contract/settings/stored-settings';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/time/Time.tsx';

/** The awaited first use, the label of the last use's time, and a hint at what starts the first use. */
type UseWords = readonly [awaited: string, done: string, hint: string];

const STARTS_IN_SECONDS = 'Começa em segundos: esta linha muda sozinha.';
const SENDING_WORDS: UseWords = [
  'o primeiro envio',
  'Último envio',
  'Esta linha muda sozinha com o próximo lead.',
];
const NOTICE_WORDS: UseWords = [
  'o primeiro aviso',
  'Último aviso',
  'Mande um aviso de teste pela plataforma: esta linha muda sozinha quando ele chega.',
];
const SALES_CHECK_WORDS: UseWords = ['a primeira conferência', 'Conferida', STARTS_IN_SECONDS];

const WORDS_BY_CONNECTION: Readonly<Record<string, UseWords>> = {
  mail: [
    'o primeiro e-mail',
    'Último e-mail',
    'Esta linha muda sozinha com o próximo aviso. O teste abaixo não manda e-mail.',
  ],
  copies: ['a primeira cópia', 'Última cópia', 'A primeira é feita em minutos, depois das 3 h.'],
  meta: SENDING_WORDS,
  ga4: SENDING_WORDS,
  'meta-ads': ['a primeira busca', 'Última busca', STARTS_IN_SECONDS],
};

const wordsOf = ({ id, platform }: ConnectionSettings): UseWords =>
  WORDS_BY_CONNECTION[id] ?? (id === platform ? NOTICE_WORDS : SALES_CHECK_WORDS);

interface Props {
  connection: ConnectionSettings;
  connectionStates: readonly ConnectionState[];
}

/** Shows whether the connection has worked since its settings were stored. */
export function ConnectionUse({ connection, connectionStates }: Props) {
  const state = connectionStates.find(({ id }) => id === connection.id);
  if (!state) return null;
  const { used_at: usedAt, problems } = state;
  const hasNotWorked = usedAt === null || problems.some(({ level }) => level === 'red');
  const [awaitedText, doneText, hint] = wordsOf(connection);
  return (
    <div className="grid gap-1" role="status">
      {problems.length > 0 && (
        <StateMark
          label={hasNotWorked ? 'Com problema' : 'Pede atenção'}
          tone={hasNotWorked ? 'bad' : 'warn'}
          className="whitespace-normal"
        />
      )}
      {problems.map(({ level, what, remedy }) => (
        <p key={what} className={`text-small ${level === 'red' ? 'text-bad' : ''}`}>
          {what} {remedy}
        </p>
      ))}
      {usedAt !== null && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <StateMark label={doneText} tone={hasNotWorked ? 'off' : 'good'} /> <Time at={usedAt} />
        </p>
      )}
      {usedAt === null && problems.length === 0 && (
        <>
          <StateMark
            label={`Esperando ${awaitedText}…`}
            tone="warn"
            className="whitespace-normal"
          />
          <p className="text-small text-muted">{hint}</p>
        </>
      )}
    </div>
  );
}
