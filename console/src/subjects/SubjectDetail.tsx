import type { SubjectDetail as Subject } from '@funil/contract/console/subjects';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api.ts';
import { Detail } from '../parts/Detail.tsx';
import { Missing } from '../parts/Failure.tsx';
import { CheckoutLink } from '../sales/CheckoutLink.tsx';
import { Answers } from './Answers.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { Contact } from './Contact.tsx';
import { putDraft } from './drafts.ts';
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
  const { data, error } = query;
  useEffect(() => {
    // Erased meanwhile: what was written of them goes, too.
    if (error instanceof ApiError && error.code === 'not_found') putDraft(subject, null);
  }, [error, subject]);
  return (
    <Detail
      key={subject}
      name={data?.name}
      list={{ to: isLead ? '/leads' : '/aplicacoes', search: readListSearch }}
    >
      <Missing query={query} />
      {data && <Body detail={data} />}
    </Detail>
  );
}

function Body({ detail }: { detail: Subject }) {
  const { save, conflict, ask, settle } = useSave(detail);
  return (
    <div className="detail-body">
      <Contact detail={detail} save={save} />
      <StateField detail={detail} save={save} />
      <NoteField detail={detail} save={save} ask={ask} />
      <Facts detail={detail} />
      <CheckoutLink person={detail} />
      <Answers answers={detail.answers} />
      <OtherRows detail={detail} />
      <Story entries={detail.story} />
      {conflict && <ConflictDialog detail={detail} wish={conflict} onSettle={settle} />}
    </div>
  );
}
