import type { Page } from '@funil/contract/console/page';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { readList } from '../api.ts';
import { SearchField } from '../subjects/SearchField.tsx';

/** Found at once of each list: whoever is not among them is searched for more narrowly. */
const MOST = 4;

async function find(q: string, signal: AbortSignal): Promise<SubjectItem[]> {
  const read = (list: string) => readList<Page<SubjectItem>>(list, { q, limit: MOST }, signal);
  const [leads, applications] = await Promise.all([read('leads'), read('applications')]);
  return [...applications.items, ...leads.items];
}

/** Anybody else, found by name, phone or e-mail. */
export function PersonPicker({ onChoose }: { onChoose: (item: SubjectItem) => void }) {
  const [q, setQ] = useState('');
  const search = useCallback((value: string) => setQ(value), []);
  const { data } = useQuery({
    queryKey: ['sale-person', q],
    queryFn: ({ signal }) => find(q, signal),
    enabled: q.length > 1,
  });
  return (
    <details className="picker">
      <summary>Procurar outra pessoa</summary>
      <SearchField value={q} label="Procurar a pessoa desta venda" onChange={search} />
      {data?.length === 0 && <p className="muted">Ninguém com “{q}”.</p>}
      <ul className="match-list">
        {data?.map((item) => (
          <li key={item.subject}>
            <span>
              <span className="match-name">{item.name || 'Sem nome'}</span>
              <span className="small muted">
                {item.stage === null ? 'Lead' : 'Aplicação'} · {formatPhone(item.phone)}
              </span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`É esta pessoa: ${item.name}`}
              onClick={() => onChoose(item)}
            >
              É esta
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
