import { type Connection, useConnection } from '../live/connection.ts';

const WORDS: Record<Connection, string> = {
  starting: 'Conectando…',
  live: 'Ao vivo',
  late: 'Reconectando…',
  offline: 'Sem internet',
  refused: 'Sem acesso',
};

/** Whether what is shown is what is: a node that is lit while changes arrive by themselves. */
export function LiveSign() {
  const { connection } = useConnection();
  return (
    <p className="live-sign" data-connection={connection} role="status">
      {WORDS[connection]}
    </p>
  );
}
