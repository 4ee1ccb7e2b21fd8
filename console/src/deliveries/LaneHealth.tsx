import type { Lane } from '@funil/contract/console/deliveries';
import { Link } from '@tanstack/react-router';
import { Moment } from '../parts/Moment.tsx';

function judge({ dead, failing, delivered_at }: Lane) {
  if (dead > 0) return 'bad';
  if (failing > 0) return 'warn';
  return delivered_at === null ? 'off' : 'good';
}

/** Whether a destination gets what it is told. */
export function LaneHealth({ lane }: { lane: Lane }) {
  const { destination, dead, failing, waiting, delivered_at } = lane;
  const tone = judge(lane);
  const words = {
    bad: `${dead} ${dead === 1 ? 'desistência' : 'desistências'}`,
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
      {delivered_at && (
        <span className="small muted">
          última <Moment at={delivered_at} />
        </span>
      )}
    </p>
  );
}
