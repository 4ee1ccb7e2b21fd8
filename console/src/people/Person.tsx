import type { PersonDetail } from '@funil/contract/console/people';
import { includesRole } from '@funil/contract/console/roles';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOf, download, explain } from '../api.ts';
import { Icon } from '../parts/Icon.tsx';
import { Missing } from '../parts/Missing.tsx';
import { warn } from '../parts/notice.ts';
import { View } from '../parts/View.tsx';
import { useRole } from '../session/role.ts';
import { Story } from '../subjects/Story.tsx';
import '../subjects/subject-detail.css';
import { Erase } from './Erase.tsx';
import './people.css';
import { PersonRecords } from './PersonRecords.tsx';
import { personPath, personQuery } from './people-queries.ts';

/** All that is known of one person, on a page that prints. */
export function Person() {
  const { key = '' } = useParams({ strict: false });
  const query = useQuery(personQuery(key));
  const { data } = query;
  return (
    <View
      title={data ? data.name || 'Sem nome' : 'Pessoa'}
      lead={data && [...data.phones.map(formatPhone), ...data.emails].join(' · ')}
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
  const save = () =>
    void download(addressOf(`${personPath(person.key)}/export`), 'pessoa.json').catch((error) =>
      warn(explain(error)),
    );
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
      {isErasing && <Erase person={person} onClose={() => setIsErasing(false)} />}
    </>
  );
}
