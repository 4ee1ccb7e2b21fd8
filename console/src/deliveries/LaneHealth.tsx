import type { DeliveryItem, DeliveryState } from '@funil/contract/console/deliveries';
import type { Page } from '@funil/contract/console/page';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Moment } from '../parts/Moment.tsx';

/** Looked at of each state: enough to say "several". */
const MOST = 20;

const read = (destination: string, state: DeliveryState, signal: AbortSignal) =>
  call<Page<DeliveryItem>>('deliveries', { query: { destination, state, limit: MOST }, signal });

async function readHealth(destination: string, signal: AbortSignal) {
  const [dead, waiting, delivered] = await Promise.all([
    read(destination, 'dead', signal),
    read(destination, 'waiting', signal),
    read(destination, 'delivered', signal),
  ]);
  return {
    dead: dead.items.length,
    areMoreDead: dead.next !== null,
    failing: waiting.items.filter(({ tries }) => tries > 0).length,
    waiting: waiting.items.length,
    newest: delivered.items[0]?.ended_at ?? null,
  };
}

/** Whether a destination gets what it is told. */
export function LaneHealth({ destination }: { destination: string }) {
  const { data } = useQuery({
    queryKey: ['deliveries', 'health', destination],
    queryFn: ({ signal }) => readHealth(destination, signal),
  });
  if (!data) return <p className="lane-health muted">…</p>;
  const { dead, areMoreDead, failing, waiting, newest } = data;
  const tone = dead > 0 ? 'bad' : failing > 0 ? 'warn' : newest ? 'good' : 'off';
  const words = {
    bad: `${dead}${areMoreDead ? ' ou mais' : ''} ${dead === 1 ? 'desistência' : 'desistências'}`,
    warn: failing === 1 ? '1 falhou e tenta de novo' : `${failing} falharam e tentam de novo`,
    good: waiting > 0 ? 'entregando' : 'em dia',
    off: waiting > 0 ? 'começando' : 'nada enviado ainda',
  };
  return (
    <p className="lane-health">
      <span className="state" data-tone={tone}>
        {tone === 'bad' ? (
          <Link to="/entregas" search={{ state: 'dead', destination }}>
            {words.bad}
          </Link>
        ) : (
          words[tone]
        )}
      </span>
      {newest && (
        <span className="small muted">
          última <Moment at={newest} />
        </span>
      )}
    </p>
  );
}
