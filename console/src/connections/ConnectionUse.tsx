import type { ConnectionUse } from '@funil/contract/console/connections';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';

interface Words {
  readonly waiting: string;
  readonly done: string;
  readonly hint: string;
}

const COMPARISON: Words = {
  waiting: 'Esperando a primeira conferência…',
  done: 'Conferida',
  hint: 'Começa em segundos: esta linha muda sozinha.',
};
const SENDING: Words = {
  waiting: 'Esperando o primeiro envio…',
  done: 'Último envio',
  hint: 'Esta linha muda sozinha com o próximo lead ou venda.',
};

const WORDS: Readonly<Record<string, Words>> = {
  'hotmart-api': COMPARISON,
  'kiwify-api': COMPARISON,
  'eduzz-api': COMPARISON,
  mail: {
    waiting: 'Esperando o primeiro e-mail…',
    done: 'Último e-mail',
    hint: 'Esta linha muda sozinha com o próximo aviso. O teste abaixo não manda e-mail.',
  },
  meta: SENDING,
  ga4: SENDING,
  'meta-ads': {
    waiting: 'Esperando a primeira busca…',
    done: 'Última busca',
    hint: 'Começa em segundos: esta linha muda sozinha.',
  },
};

/** Shows whether a connection has worked since its settings were stored. Refetched when that changes. */
export function ConnectionUseState({ use }: { use: ConnectionUse | undefined }) {
  const words = use && WORDS[use.id];
  if (!words) return null;
  const { at, problem } = use;
  if (problem !== null) {
    return (
      <div className="grid gap-1 [&>.state]:whitespace-normal" role="status">
        <StateMark label="Com problema" tone="bad" />
        <p className="text-small text-bad">{problem}</p>
      </div>
    );
  }
  return (
    <div className="grid gap-1 [&>.state]:whitespace-normal" role="status">
      {at === null ? (
        <>
          <StateMark label={words.waiting} tone="busy" />
          <p className="text-small text-muted">{words.hint}</p>
        </>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <StateMark label={words.done} tone="good" /> <Time at={at} />
        </p>
      )}
    </div>
  );
}
