import { capitalize } from '@funil/contract/characters';
import { suspectLabel } from '@funil/contract/console/answer-labels';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import type { ReportPeriod } from '@funil/contract/report/report';
import { excludedRobotsLabel } from '@funil/contract/report/report-columns';
import type { RobotVisit } from '@funil/contract/report/robots';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, routeQuery } from '../api.ts';
import { useRole } from '../console-context.ts';
import { Button } from '../parts/Button.tsx';
import { ContactLink } from '../parts/ContactLink.tsx';
import { Dialog, DialogButton } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';

/** Counts the visits and leads that the report leaves out; only managers can list them. */
export function ExcludedRobots({ period }: { period: ReportPeriod }) {
  const label = capitalize(excludedRobotsLabel(period.excluded));
  const role = useRole();
  if (label === '') return null;
  if (!MANAGEMENT.includes(role)) return <p className="text-muted">{label}</p>;
  return (
    <p>
      <DialogButton
        kind="quiet"
        className="flush"
        dialog={(close) => <RobotsDialog period={period} onClose={close} />}
      >
        {label}
      </DialogButton>
    </p>
  );
}

function RobotsDialog({ period, onClose }: { period: ReportPeriod; onClose: () => void }) {
  const { excluded } = period;
  const days = {
    ...(period.from && { from: period.from }),
    ...(period.until && { until: period.until }),
  };
  const tables = ['leads', 'applications', 'followups'] as const;
  const query = useQuery(
    routeQuery('GET visits/robots', ['robots', days], tables, { query: days }),
  );
  const visits = query.data?.items ?? [];
  return (
    <Dialog
      title="O que os números deixam de fora"
      description="Nada foi apagado. Se for uma pessoa, diga que é gente: ela volta a contar em todo lugar."
      onClose={onClose}
      actions={<Button onClick={onClose}>Fechar</Button>}
    >
      {excluded.leads > 0 && (
        <Link className="button" to="/pessoas/leads" search={{ ...days, suspect: 'yes' }}>
          Ver os leads de robôs
        </Link>
      )}
      <QueryStatus query={query} />
      <ul>
        {visits.map((visit) => (
          <RobotVisitRow key={visit.session} visit={visit} />
        ))}
      </ul>
      {visits.length < excluded.visits && query.data && (
        <p className="text-muted">As mais novas; o número ao lado conta todas.</p>
      )}
    </Dialog>
  );
}

function RobotVisitRow({ visit }: { visit: RobotVisit }) {
  const { session, began_at, source, medium, campaign, suspect, subject } = visit;
  const [isCountedAgain, setIsCountedAgain] = useState(false);
  const countAgain = () =>
    runWithErrorToast(async () => {
      await call('POST visits/:session/person', { params: { session } });
      setIsCountedAgain(true);
      showToast('De volta aos números em instantes.');
      void queryClient.invalidateQueries({ queryKey: ['report'], refetchType: 'none' });
    });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-t py-2">
      <div>
        <p>
          <Time at={began_at} />{' '}
          <span className="text-muted">
            {[source, medium, campaign].filter(Boolean).join(' · ')}
          </span>
        </p>
        <p className="text-small text-muted">{suspectLabel(suspect)}</p>
      </div>
      {subject ? (
        <ContactLink contactKey={subject}>Abrir</ContactLink>
      ) : (
        <Button disabled={isCountedAgain} onClick={() => void countAgain()}>
          É gente
        </Button>
      )}
    </li>
  );
}
