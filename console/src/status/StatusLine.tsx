import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { statusQuery, summarize } from './Status.tsx';

/** Says in one line that something needs the operator; nothing while all works. */
export function StatusLine() {
  const { data } = useQuery(statusQuery);
  if (!data?.findings.some(({ level }) => level === 'red')) return null;
  return (
    <p className="px-4 py-3 border-l-3 border-l-bad bg-raised">
      {summarize(data.findings)} <Link to="/conta/situacao">Ver o que fazer</Link>
    </p>
  );
}
