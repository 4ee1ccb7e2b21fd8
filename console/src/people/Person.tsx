import { MAX_CHOSEN_ROWS, type PersonDetail } from '@funil/contract/console/people';
import { includesRole } from '@funil/contract/console/roles';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { explain } from '../api.ts';
import { Icon } from '../parts/Icon.tsx';
import { Missing } from '../parts/Missing.tsx';
import { warn } from '../parts/notice.ts';
import { View } from '../parts/View.tsx';
import { useRole } from '../session/role.ts';
import { Story } from '../subjects/Story.tsx';
import '../subjects/subject-detail.css';
import { Contacts } from './Contacts.tsx';
import { Erase } from './Erase.tsx';
import { Export } from './Export.tsx';
import { exportRows } from './export-rows.ts';
import './people.css';
import { PersonRecords } from './PersonRecords.tsx';
import { personQuery } from './people-queries.ts';

/** All that is known of one person, on a page that prints. */
export function Person() {
  const { key = '' } = useParams({ strict: false });
  const query = useQuery(personQuery(key));
  const { data } = query;
  return (
    <View
      title={data ? data.name || 'Sem nome' : 'Pessoa'}
      lead={data && <Contacts phones={data.phones} emails={data.emails} />}
      actions={data && <Actions person={data} />}
    >
      <Missing query={query} />
      {data && (
        <div className="person">
          <PersonRecords person={data} />
          <Story entries={data.story} />
        </div>
      )}
    </View>
  );
}

function Actions({ person }: { person: PersonDetail }) {
  const [isErasing, setIsErasing] = useState(false);
  const isManager = includesRole(useRole(), 'manager');
  const [isExporting, setIsExporting] = useState(false);
  const { key, items, sales, apart } = person;
  const shown = [
    ...items.map(({ subject }) => subject),
    ...sales.map((sale) => `sale:${sale.platform}:${sale.key}`),
  ];
  // Where no row is in doubt, all that goes into the file stands on this page.
  const save = () =>
    apart.length > 0 || shown.length === 0 || shown.length > MAX_CHOSEN_ROWS
      ? setIsExporting(true)
      : void exportRows(key, shown).catch((error) => warn(explain(error)));
  return (
    <>
      <Link to="/pessoas" search={{}} className="button quiet">
        <Icon name="back" />
        Voltar
      </Link>
      {isManager && (
        <button type="button" className="button" onClick={save}>
          <Icon name="download" />
          JSON
        </button>
      )}
      <button type="button" className="button" onClick={() => window.print()}>
        Imprimir
      </button>
      {isManager && (
        <button type="button" className="button bad" onClick={() => setIsErasing(true)}>
          <Icon name="trash" />
          Apagar tudo
        </button>
      )}
      {isExporting && <Export person={person} onClose={() => setIsExporting(false)} />}
      {isErasing && <Erase person={person} onClose={() => setIsErasing(false)} />}
    </>
  );
}
