import type { SubjectDetail as Detail } from '@funil/contract/console/subjects';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { Missing } from '../parts/Missing.tsx';
import { CheckoutLink } from '../sales/CheckoutLink.tsx';
import { Answers } from './Answers.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { Contact } from './Contact.tsx';
import { Facts } from './Facts.tsx';
import { readListSearch } from './list-search.ts';
import { NoteField } from './NoteField.tsx';
import { OtherRows } from './OtherRows.tsx';
import { StateField } from './StateField.tsx';
import { Story } from './Story.tsx';
import './subject-detail.css';
import { subjectQuery } from './subject-query.ts';
import { useSave } from './use-save.ts';

/** One person, whole: how to talk, how it stands, what they said, and all that happened. */
export function SubjectDetail() {
  const { id = '' } = useParams({ strict: false });
  const isLead = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/leads'),
  });
  const subject = `${isLead ? 'lead' : 'application'}:${id}`;
  const query = useQuery(subjectQuery(subject));
  const { data } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const name = data?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person begins at the top
  useEffect(() => {
    if (name === undefined) return;
    document.title = `${name} · Funil`;
    // On a phone the detail takes the list's place; beside it, the list keeps the keyboard.
    if (!window.matchMedia('(width >= 64rem)').matches) heading.current?.focus();
  }, [subject, name]);
  return (
    <article className="detail" aria-labelledby="detail-name" key={subject}>
      <header className="detail-head">
        <Link
          to={isLead ? '/leads' : '/aplicacoes'}
          search={readListSearch}
          className="button quiet square"
          aria-label="Fechar"
        >
          <Icon name="close" className="detail-close" />
          <Icon name="back" className="detail-back" />
        </Link>
        <h1 id="detail-name" ref={heading} tabIndex={-1}>
          {name ?? 'Carregando…'}
        </h1>
      </header>
      <Missing query={query} />
      {data && <Body detail={data} />}
    </article>
  );
}

function Body({ detail }: { detail: Detail }) {
  const { save, conflict, settle } = useSave(detail);
  return (
    <div className="detail-body">
      <Contact detail={detail} save={save} />
      <StateField detail={detail} save={save} />
      <NoteField key={detail.version} detail={detail} save={save} />
      <Facts detail={detail} />
      <CheckoutLink person={detail} />
      <Answers answers={detail.answers} />
      <OtherRows detail={detail} />
      <Story entries={detail.story} />
      {conflict && <ConflictDialog detail={detail} wish={conflict} onSettle={settle} />}
    </div>
  );
}
