import type { PersonRow } from '@funil/contract/console/people';
import { Link } from '@tanstack/react-router';
import { formatWhole } from '../parts/moments.ts';
import { Typed } from '../parts/Typed.tsx';
import { nameFields, ROW_WORDS } from './row-words.ts';

/** Rows with one of the person's contacts that may be another person's: named, and shown as a person of their own. */
export function Apart({ rows }: { rows: readonly PersonRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="panel record">
      <h2>Mesmo contato, talvez outra pessoa</h2>
      <ul className="apart">
        {rows.map(({ key, kind, at, names, differs }) => (
          <li key={key}>
            <Link to="/pessoas/$key" params={{ key }} preload={false}>
              {ROW_WORDS[kind]} de <Typed>{names[0] ?? 'sem nome'}</Typed>
            </Link>{' '}
            <span className="muted">
              {formatWhole(at)}
              {differs.length > 0 && ` · não combina: ${nameFields(differs)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
