import { countOf } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { testEstimateQuery } from '../queries.ts';

const describeNeed = (need: { visitors: number; days: number } | null): string =>
  need
    ? `${countOf(need.days, 'dia', 'dias')} (${countOf(need.visitors, 'visita', 'visitas')})`
    : 'ainda não dá para dizer';

/** How long a test of a text usually takes at the page's own traffic; nothing while that is not known. */
export function TestEstimate() {
  const { data } = useQuery(testEstimateQuery);
  if (!data) return null;
  const { traffic, needed, is_advised } = data;
  const knownNeeds = needed.filter(({ leads, buyers }) => leads || buyers);
  return (
    <div className="grid gap-1 text-small text-muted">
      <p>
        Seu movimento em {countOf(traffic.days, 'dia', 'dias')}:{' '}
        {countOf(traffic.visitors, 'visita', 'visitas')}, {countOf(traffic.leads, 'lead', 'leads')}{' '}
        e {countOf(traffic.buyers, 'comprador', 'compradores')}.
        {knownNeeds.length > 0 && ' Com ele, para ver a diferença, o teste costuma levar:'}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {knownNeeds.map(({ difference, leads, buyers }) => (
          <li key={difference}>
            De {difference * 100}%: nos leads, {describeNeed(leads)}; nas vendas,{' '}
            {describeNeed(buyers)}.
          </li>
        ))}
      </ul>
      {!is_advised && (
        <p className="font-semibold text-ink">
          Não vale a pena testar agora: nenhuma dessas diferenças aparece em 60 dias. Traga mais
          visitas antes.
        </p>
      )}
    </div>
  );
}
