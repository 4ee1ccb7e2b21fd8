import { isEmail } from '@funil/contract/contacts/email';
import { groupPhone } from '@funil/contract/contacts/international-phone';
import { phoneKey } from '@funil/contract/contacts/person';
import { formatQuantity } from '@funil/contract/counts';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import type { PersonItem } from '@funil/contract/people/people';
import { parseSaleSubject } from '@funil/contract/sales/sale-subject';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, useCallback } from 'react';
import { useRole } from '../console-context.ts';
import { contactRoute } from '../parts/ContactLink.tsx';
import { Empty } from '../parts/Empty.tsx';
import { RowList } from '../parts/list/RowList.tsx';
import { SearchField } from '../parts/list/SearchField.tsx';
import { contactName } from '../parts/person-names.ts';
import { Time } from '../parts/time/Time.tsx';
import { View } from '../parts/View.tsx';
import { isSearchTerm, peopleQuery } from './queries.ts';

export function PeopleSearch() {
  const { q = '' } = useSearch({ from: '/pessoas/busca' });
  const navigate = useNavigate();
  const query = useQuery(peopleQuery(q));
  const seesSales = MANAGEMENT.includes(useRole());
  const searchFor = useCallback(
    (next: string) =>
      void navigate({ to: '.', search: next === '' ? {} : { q: next }, replace: true }),
    [navigate],
  );
  return (
    <View title="Busca">
      <SearchField value={q} label="Buscar uma pessoa" onChange={searchFor} />
      {isSearchTerm(q) ? (
        <RowList
          query={{ ...query, data: query.data?.items }}
          empty={
            <Empty title={`Ninguém com “${q}”.`}>
              {!seesSales &&
                'Quem só comprou não aparece para o seu papel: se a pessoa pediu os dados, quem responde é um gestor.'}
              {seesSales &&
                (isWholeContact(q)
                  ? 'Se a pessoa pediu os dados, a resposta é esta: não há nada dela aqui.'
                  : 'Para ter certeza de que não há nada, procure pelo telefone com DDD ou pelo e-mail, inteiros.')}
            </Empty>
          }
        >
          {(person) => <PersonResult key={person.key} person={person} />}
        </RowList>
      ) : (
        <Empty title="Procure por nome, telefone ou e-mail.">
          {seesSales
            ? 'Leads, aplicações e compras da mesma pessoa aparecem juntos.'
            : 'Leads e aplicações da mesma pessoa aparecem juntos.'}
        </Empty>
      )}
    </View>
  );
}

const PersonResult = ({ person }: { person: PersonItem }) => (
  <li>
    <Link
      {...rowRoute(person.key)}
      preload={false}
      className="pressable grid grid-cols-1 items-center gap-x-6 min-h-14 px-4 py-2 no-underline md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_13rem]"
    >
      <span className="font-semibold">{contactName(person)}</span>
      <span>
        {[...new Set([...person.phones.map(groupPhone), ...person.emails])].map((text, index) => (
          <Fragment key={text}>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
      </span>
      <span className="text-small md:text-base md:text-right">
        {formatQuantity(person.rows, 'registro', 'registros')}
        <span className="text-muted">
          {' · '}
          <Time at={person.newest_at} />
        </span>
      </span>
    </Link>
  </li>
);

/** True for a whole phone or e-mail. If a search for it finds nobody, the database has no data of the person. */
const isWholeContact = (q: string) =>
  (!/\p{L}/u.test(q) && phoneKey(q) !== null) || isEmail(q.trim());

/** @param key such as `lead:7` or `sale:hotmart:HP1` */
function rowRoute(key: string) {
  const sale = parseSaleSubject(key);
  if (sale === null) return contactRoute(key);
  const params = { platform: sale.platform, key: sale.sale_key };
  return { to: '/vendas/$platform/$key' as const, params, search: {} };
}
