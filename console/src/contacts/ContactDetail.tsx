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
import { Answers, ContactFields } from './ContactFields.tsx';
import { ContactLink } from './ContactLink.tsx';
import { Conversation } from './Conversation.tsx';
import { Deadline } from './Deadline.tsx';
import { NoteField } from './NoteField.tsx';
import { contactQuery } from './queries.ts';
import { readListSearch, STATE_NAMES, StateLabel } from './states.tsx';
import { Timeline } from './Timeline.tsx';
import { dropUnsavedNote } from './unsaved-notes.ts';
import './contacts.css';
import { type Edit, type Save, useSave } from './use-save.ts';

/** A lead or an application: conversation, state, note, answers and timeline. */
export function ContactDetail() {
  const { id = '' } = useParams({ strict: false });
  const isLead = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/leads'),
  });
  const subject = `${isLead ? 'lead' : 'application'}:${id}`;
  const query = useQuery(contactQuery(subject));
  const { data, error } = query;
  const isErased = error instanceof ApiError && error.code === 'not_found';
  useEffect(() => {
    if (isErased) dropUnsavedNote(subject);
  }, [isErased, subject]);
  return (
    <Detail
      key={subject}
      name={data?.name}
      list={{ to: isLead ? '/leads' : '/aplicacoes', search: readListSearch }}
    >
      <QueryStatus query={query} />
      {data && <Body contact={data} />}
    </Detail>
  );
}

function Body({ contact }: { contact: FullContact }) {
  const { save, conflict, showConflict, resolveConflict } = useSave(contact);
  const { subject, answers, person, apart: doubtfulContacts, story: timelineEntries } = contact;
  const others = person.filter((row) => row.subject !== subject);
  return (
    <div className="detail-body">
      <Conversation contact={contact} save={save} />
      <StateField contact={contact} save={save} />
      <NoteField contact={contact} save={save} showConflict={showConflict} />
      <ContactFields contact={contact} />
      <CheckoutLink contact={contact} />
      <Answers answers={answers} />
      <Rows title="A mesma pessoa também" rows={others} />
      <Rows title="Mesmo contato, talvez outra pessoa" rows={doubtfulContacts} />
      <Timeline entries={timelineEntries} />
      {conflict && <ConflictDialog contact={contact} edit={conflict} onResolve={resolveConflict} />}
    </div>
  );
}

interface ConflictDialogProps {
  /** The contact as the other operator left it. */
  contact: FullContact;
  edit: Edit;
  onResolve: (keepsMine: boolean) => Promise<void>;
}

/** Shows both versions after two operators changed one contact; the later operator chooses. */
function ConflictDialog({ contact, edit, onResolve }: ConflictDialogProps) {
  const { changed_by, changed_at } = contact;
  return (
    <Dialog
      onClose={() => void onResolve(false)}
      title="Outra pessoa mudou isto antes"
      description="Nada se perdeu: veja as duas versões e escolha."
      actions={
        <>
          <button type="button" className="button" onClick={() => void onResolve(false)}>
            Ficar com a de agora
          </button>
          <button type="button" className="button main" onClick={() => void onResolve(true)}>
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
          <Version
            state={edit.state && contact.state}
            note={edit.note === undefined ? undefined : contact.note}
          />
        </section>
        <section className="box">
          <h3>A sua mudança</h3>
          <p className="small muted">você, agora</p>
          <Version state={edit.state} note={edit.note} />
        </section>
      </div>
    </Dialog>
  );
}

function Version({ state, note }: { state: Edit['state']; note: Edit['note'] }) {
  return (
    <>
      {state && <StateLabel state={state} />}
      {note !== undefined && <p className="pre-wrap">{note || 'Sem anotação.'}</p>}
    </>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly ContactItem[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="contact-rows">
        {rows.map(({ subject, name, state, created_at }) => (
          <li key={subject}>
            <ContactLink subject={subject} className="pressable">
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

/** The state of the conversation, as radio buttons that save at once. */
function StateField({ contact, save }: { contact: FullContact; save: Save }) {
  const { state, changed_by, changed_at, due_at, created_at } = contact;
  /** Shown while it is saved. */
  const [chosen, setChosen] = useState<ContactState | null>(null);
  async function choose(next: ContactState): Promise<void> {
    setChosen(next);
    await save({ state: next });
    setChosen(null);
  }
  return (
    <section className="stack">
      <fieldset>
        <legend className="field-label">Estado</legend>
        <div className="buttons">
          {STATE_NAMES.map((name) => (
            <label key={name} className="choice state-option">
              <input
                type="radio"
                name="state"
                checked={(chosen ?? state) === name}
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
