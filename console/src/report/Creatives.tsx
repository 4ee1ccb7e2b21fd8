import type { OriginSum } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { explain } from '../api.ts';
import type { ListSearch } from '../subjects/list-search.ts';
import type { Days } from './report-days.ts';
import { creativesQuery } from './report-query.ts';
import { formatShare } from './shares.ts';

interface Props {
  origin: OriginSum;
  days: Days;
}

/** The creatives of one campaign, and from each the way to the people it brought. */
export function Creatives({ origin, days }: Props) {
  const { data, error } = useQuery(creativesQuery(days, origin));
  if (!data) {
    return (
      <tr className="creative">
        <td colSpan={6} role="status">
          {error ? explain(error) : 'Carregando…'}
        </td>
      </tr>
    );
  }
  return data.items.map((creative) => (
    <tr key={creative.content} className="creative">
      <th scope="row">
        {creative.content || 'sem criativo'}
        <People creative={creative} days={days} />
      </th>
      <td className="wide-only">{formatCount(creative.visits)}</td>
      <td>{formatCount(creative.leads)}</td>
      <td className="wide-only">{formatShare(creative.leads, creative.visits)}</td>
      <td>{formatCount(creative.sales)}</td>
      <td>{formatCents(creative.paid_cents)}</td>
    </tr>
  ));
}

function People({ creative, days }: { creative: OriginSum; days: Days }) {
  const { source, campaign, content, leads, applications } = creative;
  const search: ListSearch = {
    ...days,
    ...(source && { source }),
    ...(campaign && { campaign }),
    ...(content && { content }),
  };
  return (
    <span className="creative-people">
      {leads > 0 && (
        <Link to="/leads" search={search}>
          ver leads
        </Link>
      )}
      {applications > 0 && (
        <Link to="/aplicacoes" search={search}>
          ver aplicações
        </Link>
      )}
    </span>
  );
}
