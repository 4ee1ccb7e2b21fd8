import { includesRole } from '@funil/contract/console/roles';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { addressOf, download, explain, toTexts } from '../api.ts';
import { Icon } from '../parts/Icon.tsx';
import { warn } from '../parts/notice.ts';
import { View } from '../parts/View.tsx';
import { useRole } from '../session/role.ts';
import { BulkBar } from './BulkBar.tsx';
import { Filters } from './Filters.tsx';
import type { ListName } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import { usePicking } from './picking.ts';
import { SearchField } from './SearchField.tsx';
import { SubjectList } from './SubjectList.tsx';
import './subjects-view.css';

interface Props {
  name: ListName;
  title: string;
  search: ListSearch;
}

/** A list with its search and filters; who is opened stands beside it, or on a phone in its place. */
export function SubjectsView({ name, title, search }: Props) {
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const picking = usePicking();
  const mayExport = includesRole(useRole(), 'manager');
  const kind = name === 'leads' ? 'lead' : 'application';
  const change = useCallback(
    (next: ListSearch) => void navigate({ to: '.', search: next, replace: true }),
    [navigate],
  );
  const searchFor = useCallback(
    (q: string) => {
      const { q: _, ...filters } = search;
      change(q === '' ? filters : { ...filters, q });
    },
    [search, change],
  );
  const save = () => {
    const file = `${title.toLowerCase()}.csv`;
    const saving = search.q
      ? download(addressOf(`${name}.csv`), file, { method: 'POST', body: toTexts({ ...search }) })
      : download(addressOf(`${name}.csv`, { ...search }), file);
    saving.catch((error) => warn(explain(error)));
  };
  return (
    <div className="subjects" data-has-detail={id !== undefined || undefined}>
      <View
        title={title}
        isFixed
        actions={
          <>
            <SearchField value={search.q ?? ''} label={`Buscar em ${title}`} onChange={searchFor} />
            <Filters name={name} search={search} onChange={change} />
            {mayExport && (
              <button
                type="button"
                className="button csv-button"
                aria-label="Salvar como CSV"
                title="Salvar como CSV"
                onClick={save}
              >
                <Icon name="download" />
                <span>CSV</span>
              </button>
            )}
          </>
        }
      >
        <div className="list-body">
          <SubjectList
            key={JSON.stringify(search)}
            name={name}
            search={search}
            picking={picking}
            open={id === undefined ? undefined : `${kind}:${id}`}
          />
          <BulkBar picking={picking} />
        </div>
      </View>
      <Outlet />
    </div>
  );
}
