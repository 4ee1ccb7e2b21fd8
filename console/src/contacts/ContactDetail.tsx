import type { ContactItem, ContactState, FullContact } from '@funil/contract/console/contacts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../api.ts';
import { Detail } from '../parts/Detail.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Time } from '../parts/Time.tsx';
import { CheckoutLink } from '../sales/CheckoutLink.tsx';
import { ContactLink } from './ContactLink.tsx';
import { Conversation } from './Conversation.tsx';
import { Deadline } from './Deadline.tsx';
import { putDraft } from './unsaved-notes.ts';
import { Answers, Facts } from './Facts.tsx';
import { NoteField } from './NoteField.tsx';
import { contactQuery } from './queries.ts';
import { readListSearch, STATE_NAMES, StateLabel } from './states.tsx';
import { Timeline } from './Timeline.tsx';
import './contacts.css';
import { type Save, useSave, type Wish } from './use-save.ts';

/** One person: the conversation, its state, their answers and their timeline. */
export function ContactDetail() {
  const { id = '' } = useParams({ strict: false });
  const isLead = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/leads'),
  });
  const subject = `${isLead ? 'lead' : 'application'}:${id}`;
  const query = useQuery(contactQuery(subject));
  const { data, error } = query;
  useEffect(() => {
    // Erased meanwhile: the draft about them goes, too.
    if (error instanceof ApiError && error.code === 'not_found') putDraft(subject, null);
  }, [error, subject]);
  return (
    <Detail
      key={subject}
      name={data?.name}
      list={{ to: isLead ? '/leads' : '/aplicacoes', search: readListSearch }}
    >
      <QueryStatus query={query} />
      {data && <Body detail={data} />}
    </Detail>
  );
}

function Body({ detail }: { detail: FullContact }) {
  const { save, conflict, ask, settle } = useSave(detail);
  return (
    <div className="detail-body">
      <Conversation detail={detail} save={save} />
      <StateField detail={detail} save={save} />
      <NoteField detail={detail} save={save} ask={ask} />
      <Facts detail={detail} />
      <CheckoutLink person={detail} />
      <Answers answers={detail.answers} />
      <OtherRows detail={detail} />
      <Timeline entries={detail.story} />
      {conflict && <ConflictDialog detail={detail} wish={conflict} onSettle={settle} />}
    </div>
  );
}

interface ConflictDialogProps {
  /** As it is now. */
  detail: FullContact;
  wish: Wish;
  onSettle: (isMine: boolean) => Promise<void>;
}

/** Two operators changed one person: both versions are shown, and the later operator decides. */
function ConflictDialog({ detail, wish, onSettle }: ConflictDialogProps) {
  const { changed_by, changed_at } = detail;
  return (
    <Dialog
      onClose={() => void onSettle(false)}
      title="Outra pessoa mudou isto antes"
      description="Nada se perdeu: veja as duas versões e escolha."
      actions={
        <>
          <button type="button" className="button" onClick={() => void onSettle(false)}>
            Ficar com a de agora
          </button>
          <button type="button" className="button main" onClick={() => void onSettle(true)}>
            Salvar a minha
          </button>
        </>
      }
    >
      <div className="conflict">
        <section className="box">
          <h3>Como está agora</h3>
          <p className="small muted">
            {changed_by ?? 'outra pessoa'}
            {changed_at && (
              <>
                {', '}
                <Time at={changed_at} />
              </>
            )}
          </p>
          <Version state={wish.state && detail.state} note={wish.note && detail.note} />
        </section>
        <section className="box">
          <h3>A sua mudança</h3>
          <p className="small muted">você, agora</p>
          <Version state={wish.state} note={wish.note} />
        </section>
      </div>
    </Dialog>
  );
}

function Version({ state, note }: { state: Wish['state']; note: string | undefined }) {
  return (
    <>
      {state && <StateLabel state={state} />}
      {note !== undefined && <p className="conflict-note">{note || 'Sem anotação.'}</p>}
    </>
  );
}

/** The person's other rows, and those of the same phone or e-mail that may be another person's. */
function OtherRows({ detail }: { detail: FullContact }) {
  const others = detail.person.filter(({ subject }) => subject !== detail.subject);
  return (
    <>
      <Rows title="A mesma pessoa também" rows={others} />
      <Rows title="Mesmo contato, talvez outra pessoa" rows={detail.apart} />
    </>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly ContactItem[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="other-rows">
        {rows.map(({ subject, name, state, created_at }) => (
          <li key={subject}>
            <ContactLink subject={subject} className="press">
              <span>
                {subject.startsWith('lead:') ? 'Lead' : 'Aplicação'}{' '}
                <span className="muted">
                  <bdi>{name}</bdi>
                </span>
              </span>
              <StateLabel state={state} />
              <Time at={created_at} />
            </ContactLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where the conversation stands, all states in sight: one press changes it. */
function StateField({ detail, save }: { detail: FullContact; save: Save }) {
  const { changed_by, changed_at, due_at, created_at } = detail;
  // Shown at once; a failed save takes it back.
  const [wish, setWish] = useState<ContactState | null>(null);
  const state = wish ?? detail.state;
  async function choose(next: ContactState) {
    setWish(next);
    await save({ state: next });
    setWish(null);
  }
  return (
    <section className="state-field">
      <fieldset>
        <legend className="field-label">Estado</legend>
        <div className="state-options">
          {STATE_NAMES.map((name) => (
            <label key={name} className="choice state-option">
              <input
                type="radio"
                name="state"
                checked={state === name}
                onChange={() => void choose(name)}
              />
              <StateLabel state={name} />
            </label>
          ))}
        </div>
      </fieldset>
      {due_at && <Deadline from={created_at} due={due_at} />}
      {changed_by && changed_at && (
        <p className="small muted">
          Última mudança: {changed_by}, <Time at={changed_at} />
        </p>
      )}
    </section>
  );
}
