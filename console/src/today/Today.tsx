import type { Today as Data } from '@funil/contract/console/today';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import { Missing } from '../parts/Missing.tsx';
import { formatLongDay } from '../parts/moments.ts';
import { View } from '../parts/View.tsx';
import { Numbers } from './Numbers.tsx';
import { Pending } from './Pending.tsx';
import { Queue } from './Queue.tsx';
import './today.css';
import { todayQuery } from './today-query.ts';

/** Whom to talk to now, and how the day goes. */
export function Today() {
  const query = useQuery(todayQuery);
  const { data } = query;
  return (
    <View title="Hoje" lead={data && formatLongDay(data.now)}>
      <Missing query={query} />
      {data && <Day data={data} />}
    </View>
  );
}

function Day({ data }: { data: Data }) {
  const { applications, abandoned, leads, pending, dead, numbers } = data;
  const waits = applications.count + abandoned.count + leads.count + pending.count;
  return (
    <div className="today">
      <div className="today-queues">
        {waits === 0 && (
          <Empty title="Ninguém esperando resposta. Bom trabalho.">
            Quem chegar pela página aparece aqui na hora.
          </Empty>
        )}
        <Queue title="Aplicações por responder" waiting={applications} to="/aplicacoes" />
        <Queue title="Leads novos" waiting={leads} to="/leads" search={{ state: 'novo' }} />
        <Pending waiting={pending} />
        <Queue
          title="Pararam no meio"
          waiting={abandoned}
          to="/aplicacoes"
          search={{ stage: 'abandoned' }}
        />
        {dead.count > 0 && (
          <p className="today-dead">
            {dead.count === 1
              ? '1 entrega não chegou ao destino.'
              : `${dead.count} entregas não chegaram ao destino.`}{' '}
            <Link to="/entregas">Ver e reenviar</Link>
          </p>
        )}
      </div>
      <Numbers numbers={numbers} />
    </div>
  );
}
