import { CONTACT_STATE_LABELS, isContactState } from '@funil/contract/contacts/contact-states';
import type { ContactChange, FullContact } from '@funil/contract/contacts/contacts';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { explain, isNotFound } from '../api.ts';
import { showError, showToast, showUndoable } from '../parts/toast.ts';
import { useIsMounted } from '../parts/use-is-mounted.ts';
import { queryClient } from '../queries.ts';
import { saveContact } from './change-contact.ts';
import { formatFollowUp } from './follow-up-dates.ts';
import { getCachedContact } from './queries.ts';
import { dropUnsavedNote, showUnsavedError } from './unsaved-notes.ts';

export type ContactEdit = Readonly<Omit<ContactChange, 'version'>>;

/** Resolves to whether the edit was saved. */
export type SaveEdit = (edit: ContactEdit) => Promise<boolean>;

function describeEdit({ state, owner, follow_up_at: at }: ContactEdit): string {
  if (state !== undefined) return `Agora: ${CONTACT_STATE_LABELS[state].toLowerCase()}.`;
  if (owner !== undefined) return owner === null ? 'Sem responsável.' : `Com ${owner}.`;
  if (at !== undefined)
    return at === null ? 'Sem retorno marcado.' : `Retorno ${formatFollowUp(at, Date.now())}.`;
  return 'Anotação salva.';
}

/** Returns null if no undo is offered: for a note, which has a trash button, or if a sale set the earlier state. */
function makeUndoEdit(
  { state, owner, follow_up_at }: ContactEdit,
  contactBefore: FullContact,
): ContactEdit | null {
  if (state !== undefined)
    return isContactState(contactBefore.state) ? { state: contactBefore.state } : null;
  if (owner !== undefined) return { owner: contactBefore.owner };
  return follow_up_at === undefined ? null : { follow_up_at: contactBefore.follow_up_at };
}

/** `conflict` is the edit that another operator's change blocked, or null; `resolveConflict` saves or drops it. */
export function useSave(contact: FullContact) {
  const [conflict, setConflict] = useState<ContactEdit | null>(null);
  const isMounted = useIsMounted();
  const router = useRouter();
  const { subject, name } = contact;
  const readLatest = () => getCachedContact(subject) ?? contact;

  const showSaveError = ({ note }: ContactEdit, reason: string) =>
    showUnsavedError(router, {
      contactKey: subject,
      name,
      kind: note === undefined ? 'state' : 'note',
      reason,
    });

  function showConflict(edit: ContactEdit): void {
    if (isMounted.current) setConflict(edit);
    else showSaveError(edit, 'Outra pessoa mudou isto antes.');
  }

  /** Resolves to false, and shows the conflict, if the contact no longer has this version. */
  async function saveBasedOn(version: number, edit: ContactEdit): Promise<boolean> {
    try {
      const isSaved = await saveContact(subject, { version, ...edit });
      if (!isSaved) {
        await queryClient.refetchQueries({ queryKey: ['contact', subject] });
        showConflict(edit);
      }
      return isSaved;
    } catch (error) {
      const isErased = isNotFound(error);
      if (isErased) dropUnsavedNote(subject);
      if (isMounted.current || isErased) showError(explain(error));
      else showSaveError(edit, explain(error));
      return false;
    }
  }

  async function saveAndOfferUndo(edit: ContactEdit): Promise<boolean> {
    const contactBefore = readLatest();
    if (!(await saveBasedOn(contactBefore.version, edit))) return false;
    const undoEdit = makeUndoEdit(edit, contactBefore);
    if (undoEdit === null) showToast(describeEdit(edit));
    else {
      showUndoable(describeEdit(edit), async () => {
        if (await saveBasedOn(contactBefore.version + 1, undoEdit)) showToast('Desfeito.');
      });
    }
    return true;
  }

  const previousSave = useRef<Promise<unknown>>(Promise.resolve());
  /** A second save of the same version would conflict with the first, so it waits. */
  const save: SaveEdit = (edit) => {
    const saved = previousSave.current.then(() => saveAndOfferUndo(edit));
    previousSave.current = saved;
    return saved;
  };

  async function resolveConflict(keepsMine: boolean): Promise<void> {
    setConflict(null);
    if (conflict === null) return;
    if (!keepsMine || !(await saveBasedOn(readLatest().version, conflict))) return;
    showToast(describeEdit(conflict));
  }

  return { save, conflict, resolveConflict };
}
