import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import type { ListName } from './list-query.ts';
import { countFilters, type ListSearch } from './list-search.ts';

const NOTHING: Record<ListName, readonly [title: string, hint: string]> = {
  leads: ['Nenhum lead ainda.', 'Quem deixar nome e telefone na página aparece aqui na hora.'],
  applications: [
    'Nenhuma aplicação ainda.',
    'Quem aplicar aparece aqui na hora, também quem parar no meio.',
  ],
};

/** Why a list shows nobody: there is nobody, or nobody like that. */
export function EmptyList({ name, search }: { name: ListName; search: ListSearch }) {
  const to = name === 'leads' ? '/leads' : '/aplicacoes';
  if (!search.q && countFilters(search) === 0) {
    const [title, hint] = NOTHING[name];
    return <Empty title={title}>{hint}</Empty>;
  }
  return (
    <Empty title={search.q ? `Ninguém com “${search.q}”.` : 'Ninguém com estes filtros.'}>
      <Link to={to} search={{}} className="button">
        Ver todos
      </Link>
    </Empty>
  );
}
