import type { StatusAnswer, StatusFinding } from '@funil/contract/console/status';
import { formatCount } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatClock } from '../parts/format-time.ts';
import { View } from '../parts/View.tsx';
import './status.css';

const LEVELS = [
  { level: 'red', title: 'Precisa de você agora' },
  { level: 'yellow', title: 'Merece um olhar' },
  { level: 'green', title: 'Em ordem' },
] as const;

/** The doctor's findings, the worst first, each with its remedy. */
export function Status() {
  const query = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call<StatusAnswer>('status', { signal }),
    staleTime: 15_000,
  });
  const { data, refetch, isFetching } = query;
  return (
    <View
      title="Situação"
      subtitle={data && sum(data.findings)}
      actions={
        <button
          type="button"
          className="button"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? 'Examinando…' : 'Examinar de novo'}
        </button>
      }
    >
      <QueryStatus query={query} label="Examinando…" />
      {data && (
        <div className="status-parts">
          {LEVELS.map(({ level, title }) => (
            <Findings
              key={level}
              title={title}
              findings={data.findings.filter((finding) => finding.level === level)}
            />
          ))}
          <p className="small muted">
            Examinado às {formatClock(data.checked_at)}.
            {data.unlisted > 0 &&
              ` ${formatCount(data.unlisted)} linhas ainda entram na busca e nos filtros.`}
          </p>
        </div>
      )}
    </View>
  );
}

function sum(findings: readonly StatusFinding[]): string {
  const count = (level: StatusFinding['level']) =>
    findings.filter((finding) => finding.level === level).length;
  const [red, yellow] = [count('red'), count('yellow')];
  if (red > 0)
    return red === 1 ? 'Um problema precisa de você.' : `${red} problemas precisam de você.`;
  if (yellow > 0)
    return yellow === 1
      ? 'Tudo funciona; um ponto merece um olhar.'
      : `Tudo funciona; ${yellow} pontos merecem um olhar.`;
  return 'Tudo em ordem.';
}

const TONES = { red: 'bad', yellow: 'warn', green: 'good' } as const;
const SAID = { red: 'Vermelho', yellow: 'Amarelo', green: 'Verde' } as const;

interface FindingsProps {
  title: string;
  findings: readonly StatusFinding[];
}

function Findings({ title, findings }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="panel lines findings">
        {findings.map(({ subject, level, what, remedy }) => (
          <li key={`${subject} ${what}`} data-level={level}>
            <span className="state" data-tone={TONES[level]}>
              <span className="out-of-sight">{SAID[level]}: </span>
              {nameFinding(subject)}
            </span>
            <div>
              <p>{what}</p>
              {remedy && <p className="finding-remedy">{remedy}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The words for each subject of the doctor. */
const SUBJECTS: Readonly<Record<string, string>> = {
  clock: 'Relógio',
  console: 'Console',
  content: 'Conteúdo',
  database: 'Banco de dados',
  deliveries: 'Entregas',
  disk: 'Disco',
  mail: 'E-mail',
  sales: 'Vendas',
  settings: 'Configurações',
  site: 'Página',
};

const nameFinding = (subject: string): string => SUBJECTS[subject] ?? subject;
