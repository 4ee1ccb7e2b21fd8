import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRole } from '../console-context.ts';
import { DialogButton } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { View } from '../parts/View.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { Destinations } from './Destinations.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import { endpointsQuery } from './queries.ts';

export function Deliveries() {
  const search = useSearch({ from: '/ligacoes/entregas' });
  const navigate = useNavigate();
  const query = useQuery(endpointsQuery);
  const { data } = query;
  const isOwner = useRole() === 'owner';
  return (
    <View
      title="Entregas"
      subtitle="O que o Funil conta a outros sistemas, e se chegou."
      actions={
        isOwner && (
          <DialogButton kind="main" dialog={(close) => <EndpointForm onClose={close} />}>
            <Icon name="plus" />
            Novo webhook
          </DialogButton>
        )
      }
    >
      <QueryStatus query={query} />
      {data && (
        <div className="grid gap-8">
          <Destinations endpoints={data} />
          {data.queues.length > 0 && (
            <DeliveryLog
              search={search}
              endpoints={data}
              onChange={(next) => void navigate({ to: '.', search: next, replace: true })}
            />
          )}
        </div>
      )}
    </View>
  );
}
