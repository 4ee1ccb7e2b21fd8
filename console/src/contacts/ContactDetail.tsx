import { suspectLabel } from '@funil/contract/console/answer-labels';
import { isContactState, STATES_BY_CONTACT_KIND } from '@funil/contract/contacts/contact-states';
import type { ContactItem, ContactState, FullContact } from '@funil/contract/contacts/contacts';
import { useQuery } from '@tanstack/react-query';
import { useMatch, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isNotFound } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { ContactLink, LIST_PATHS, readContactKey } from '../parts/ContactLink.tsx';
import { Detail } from '../parts/Detail.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { contactName } from '../parts/person-names.ts';
import { Deadline } from '../parts/time/Deadline.tsx';
import { Time } from '../parts/time/Time.tsx';
import { useNow } from '../parts/time/use-now.ts';
import { PersonData } from '../people/PersonData.tsx';
import { CheckoutLink } from './CheckoutLink.tsx';
import { ContactAnswers, ContactFields } from './ContactFields.tsx';
import { Conversation } from './Conversation.tsx';
import { confirmPerson } from './change-contact.ts';
import { Decision } from './Decision.tsx';
import { ContactOwner, FollowUpDate } from './FollowUp.tsx';
import { formatFollowUp } from './follow-up-dates.ts';
import { Notes } from './Notes.tsx';
import { contactQuery } from './queries.ts';
import { isStateOfSale, readListSearch, StateLabel } from './states.tsx';
import { Timeline } from './Timeline.tsx';
import { formatTotals } from './totals.ts';
import { dropUnsavedNote } from './unsaved-notes.ts';
import { dropUnsavedReason } from './unsaved-reason.ts';
import { type ContactEdit, type SaveEdit, useSave } from './use-save.ts';

export function ContactDetail() {
  const { id = '' } = useParams({ strict: false });
  // The router's match tells the kind, because the URL may already be that of the next view, whose code still loads.
  const isLead = useMatch({ from: '/pessoas/leads/$id', shouldThrow: false }) !== undefined;
  const contactKey = `${isLead ? 'lead' : 'application'}:${id}`;
  const query = useQuery(contactQuery(contactKey));
  const { data, error } = query;
  const isErased = isNotFound(error);
  useEffect(() => {
    if (!isErased) return;
    dropUnsavedNote(contactKey);
    dropUnsavedReason(contactKey);
  }, [isErased, contactKey]);
  return (
    <Detail
      key={contactKey}
      name={data && contactName(data)}
      error={error}
      list={{ to: LIST_PATHS[isLead ? 'leads' : 'applications'], search: readListSearch }}
    >
      <QueryStatus query={query} />
      {data && <ContactBody contact={data} />}
    </Detail>
  );
}

function ContactBody({ contact }: { contact: FullContact }) {
  const { save, conflict, resolveConflict } = useSave(contact);
  const { subject, answers, timeline } = contact;
  return (
    <>
      <RobotWarning contact={contact} />
      <ContactAnswers answers={answers} part="answers" />
      <Decision contact={contact} save={save} />
      <Conversation contact={contact} />
      <StateField contact={contact} save={save} />
      <FollowUpDate contact={contact} save={save} />
      <ContactOwner contact={contact} save={save} />
      <Notes contact={contact} save={save} />
      <OtherRows contact={contact} />
      <ContactFields contact={contact} />
      <ContactAnswers answers={answers} part="visit" />
      <Timeline entries={timeline} />
      <CheckoutLink contact={contact} />
      <PersonData rowKey={subject} name={contact.name} />
      {conflict && <ConflictDialog contact={contact} edit={conflict} onResolve={resolveConflict} />}
    </>
  );
}

interface ConflictDialogProps {
  contact: FullContact;
  edit: ContactEdit;
  onResolve: (keepsMine: boolean) => Promise<void>;
}

function ConflictDialog({ contact, edit, onResolve }: ConflictDialogProps) {
  const { changed_by, changed_at } = contact;
  return (
    <Dialog
      onClose={() => void onResolve(false)}
      title="Outra pessoa mudou isto antes"
      description="Nada se perdeu: veja as duas versões e escolha."
      actions={
        <>
          <Button onClick={() => void onResolve(false)}>Ficar com a da outra pessoa</Button>
          <Button kind="main" onClick={() => void onResolve(true)}>
            Salvar a minha
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr]">
        <section className="box grid content-start gap-1.5">
          <h3>Como está agora</h3>
          <p className="text-small text-muted">
            {changed_by ?? 'outra pessoa'}
            {changed_at && (
              <>
                {', '}
                <Time at={changed_at} />
              </>
            )}
          </p>
          <ContactVersion
            state={edit.state === undefined ? undefined : contact.state}
            owner={edit.owner === undefined ? undefined : contact.owner}
            follow_up_at={edit.follow_up_at === undefined ? undefined : contact.follow_up_at}
          />
        </section>
        <section className="box grid content-start gap-1.5">
          <h3>A sua mudança</h3>
          <p className="text-small text-muted">você, agora</p>
          <ContactVersion {...edit} />
        </section>
      </div>
    </Dialog>
  );
}

/** Undefined fields are not shown. */
type VersionProps = {
  [Field in 'state' | 'owner' | 'follow_up_at']?: ContactItem[Field] | undefined;
};

function ContactVersion({ state, owner, follow_up_at: at }: VersionProps) {
  const now = useNow();
  return (
    <>
      {state && <StateLabel state={state} />}
      {owner !== undefined && <p>{owner ?? 'Sem responsável'}</p>}
      {at !== undefined && (
        <p>{at === null ? 'Sem retorno marcado' : `Retorno ${formatFollowUp(at, now)}`}</p>
      )}
    </>
  );
}

/** Lists the other rows with the contact's phone or e-mail, and the person's totals. */
function OtherRows({ contact: { subject, rows, totals } }: { contact: FullContact }) {
  const otherRows = rows.filter((row) => row.subject !== subject);
  const summary = formatTotals(totals);
  if (otherRows.length === 0 && summary === null) return null;
  return (
    <section>
      <h2>Ao todo</h2>
      {summary !== null && <p className="pb-2">{summary}</p>}
      <ul>
        {otherRows.map(({ subject: otherKey, name, state, created_at, same }) => (
          <li key={otherKey}>
            <ContactLink
              contactKey={otherKey}
              className="pressable flex flex-wrap items-center gap-x-3 min-h-11 -mx-1.5 px-1.5 py-1 border-t no-underline"
            >
              <span className="flex-[1_1_10rem] min-w-0">
                {readContactKey(otherKey).kind === 'lead' ? 'Lead' : 'Aplicação'}{' '}
                <span className="text-muted">
                  <bdi>{name}</bdi>
                  {!same && ', talvez outra pessoa'}
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

function StateField({ contact, save }: { contact: FullContact; save: SaveEdit }) {
  const { subject, state, changed_by, changed_at, due_at, created_at } = contact;
  const followsSale = isStateOfSale(contact);
  const states = STATES_BY_CONTACT_KIND[readContactKey(subject).kind];
  // A contact may have a state that only an earlier release offered.
  const options = isContactState(state) && !states.includes(state) ? [...states, state] : states;
  const [unsavedEdit, setUnsavedEdit] = useState<{ readonly state: ContactState } | null>(null);
  async function chooseState(edit: { readonly state: ContactState }): Promise<void> {
    setUnsavedEdit(edit);
    await save(edit);
    setUnsavedEdit((newest) => (newest === edit ? null : newest));
  }
  return (
    <section className="stack">
      {followsSale && (
        <p>
          <StateLabel state={state} /> <span className="text-muted">conforme a venda</span>
        </p>
      )}
      <fieldset hidden={followsSale}>
        <legend className="text-small font-semibold">Estado</legend>
        <div className="buttons">
          {options.map((option) => (
            <label
              key={option}
              className="choice px-3 border rounded-full outline-offset-2 has-checked:border-fg has-checked:inset-ring has-checked:inset-ring-fg forced-colors:has-checked:border-3 forced-colors:has-checked:border-[Highlight] [&_.state]:text-inherit md:pointer-fine:min-h-8.5"
            >
              <input
                type="radio"
                name="state"
                checked={(unsavedEdit?.state ?? state) === option}
                onChange={() => void chooseState({ state: option })}
              />
              <StateLabel state={option} />
            </label>
          ))}
        </div>
      </fieldset>
      {due_at && <Deadline startAt={created_at} dueAt={due_at} />}
      {changed_by && changed_at && (
        <p className="text-small text-muted">
          Última mudança: {changed_by}, <Time at={changed_at} />
        </p>
      )}
    </section>
  );
}

function RobotWarning({ contact: { suspect, subject } }: { contact: ContactItem }) {
  if (suspect === null) return null;
  return (
    <section className="box grid gap-3">
      <p>
        <strong>Parece robô.</strong> {suspectLabel(suspect)}. Não conta no relatório e não vai para
        Meta e Google.
      </p>
      <div className="buttons">
        <Button onClick={() => void confirmPerson(subject)}>É gente</Button>
      </div>
    </section>
  );
}
