import { FINDING_TOPICS } from '@funil/contract/connections/finding-topics';
import type { StatusFinding } from '@funil/contract/connections/status';
import { formatCount, formatQuantity } from '@funil/contract/counts';
import { OWNERS } from '@funil/contract/operators/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { routeQuery } from '../api.ts';
import { useRole } from '../console-context.ts';
import { Button } from '../parts/Button.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatClock } from '../parts/time/format-time.ts';
import { View } from '../parts/View.tsx';

const statusQuery = queryOptions({
  ...routeQuery('GET status', ['status'], []),
  staleTime: 15_000,
});

export function Status() {
  const query = useQuery(statusQuery);
  const { data: status, refetch, isFetching } = query;
  return (
    <View
      title="Situação"
      subtitle={status && summarize(status.findings)}
      actions={
        <Button aria-disabled={isFetching} onClick={() => void refetch({ cancelRefetch: false })}>
          {isFetching ? 'Verificando…' : 'Verificar de novo'}
        </Button>
      }
    >
      <QueryStatus query={query} label="Verificando…" />
      {status && (
        <div className="grid gap-7 [&_h2]:mb-3">
          {FINDING_LEVELS.map((level) => (
            <Findings
              key={level.name}
              level={level}
              findings={status.findings.filter((finding) => finding.level === level.name)}
            />
          ))}
          <p className="text-small text-muted">
            Verificado às {formatClock(status.checked_at)}.
            {status.unlisted > 0 &&
              ` ${formatCount(status.unlisted)} linhas ainda entram na busca e nos filtros.`}
          </p>
        </div>
      )}
    </View>
  );
}

function summarize(findings: readonly StatusFinding[]): string {
  const countLevel = (level: StatusFinding['level']) =>
    findings.filter((finding) => finding.level === level).length;
  const [red, yellow] = [countLevel('red'), countLevel('yellow')];
  if (red > 0) return `${formatQuantity(red, 'problema precisa', 'problemas precisam')} de você.`;
  if (yellow === 0) return 'Tudo em ordem.';
  return `Tudo funciona; ${formatQuantity(yellow, 'ponto pede', 'pontos pedem')} atenção.`;
}

const FINDING_LEVELS = [
  {
    name: 'red',
    title: 'Precisa de você agora',
    color: 'Vermelho',
    tone: 'bad',
    edge: 'shadow-[inset_3px_0_var(--bad)]',
  },
  {
    name: 'yellow',
    title: 'Pede atenção',
    color: 'Amarelo',
    tone: 'warn',
    edge: 'shadow-[inset_3px_0_var(--warn)]',
  },
  { name: 'green', title: 'Em ordem', color: 'Verde', tone: 'good', edge: '' },
] as const;

interface FindingsProps {
  level: (typeof FINDING_LEVELS)[number];
  findings: readonly StatusFinding[];
}

function Findings({ level: { title, color, tone, edge }, findings }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="overflow-clip frame lines">
        {findings.map(({ subject, what, remedy }) => (
          <li
            key={`${subject} ${what}`}
            className={`grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[11rem_minmax(0,1fr)] ${edge}`}
          >
            <span className="state items-baseline font-semibold whitespace-normal" data-tone={tone}>
              <span className="sr-only">{color}: </span>
              {FINDING_TOPICS[subject]}
            </span>
            <div>
              <p>{what}</p>
              {remedy && <p className="mt-1 text-muted before:content-['→_']">{remedy}</p>}
              {remedy && <RemedyLink topic={subject} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The views in which an operator can remove the cause of a finding, by the finding's area. */
const REMEDY_VIEWS = {
  console: { to: '/conta', label: 'Abrir Conta' },
  content: { to: '/pagina', label: 'Abrir Página' },
  copies: { to: '/ligacoes', label: 'Abrir Ligações' },
  deliveries: { to: '/ligacoes/entregas', label: 'Abrir Entregas' },
  mail: { to: '/ligacoes', label: 'Abrir Ligações' },
  sales: { to: '/ligacoes', label: 'Abrir Ligações' },
  spend: { to: '/ligacoes', label: 'Abrir Ligações' },
} as const;

function RemedyLink({ topic }: { topic: StatusFinding['subject'] }) {
  const isOwner = OWNERS.includes(useRole());
  if (!Object.hasOwn(REMEDY_VIEWS, topic)) return null;
  const { to, label } = REMEDY_VIEWS[topic as keyof typeof REMEDY_VIEWS];
  if (to === '/ligacoes' && !isOwner) return null;
  return (
    <Link to={to} className="tap">
      {label}
    </Link>
  );
}

export function StatusLine() {
  const { data } = useQuery(statusQuery);
  if (!data?.findings.some(({ level }) => level === 'red')) return null;
  return (
    <p className="px-4 py-3 border-l-3 border-l-bad bg-raised">
      {summarize(data.findings)} <Link to="/conta/situacao">Ver o que fazer</Link>
    </p>
  );
}
