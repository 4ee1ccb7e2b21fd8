import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type { ContactState, FullContact } from '@funil/contract/console/contacts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, explain } from '../api.ts';
import { showError, showToast } from '../parts/toast.ts';
import { useIsMounted } from '../parts/use-is-mounted.ts';
import { queryClient } from '../queries.ts';
import { saveContact } from './change-contact.ts';
import { getCachedContact } from './queries.ts';
import { dropUnsavedNote, showUnsaved } from './unsaved-notes.ts';

/** A change of one contact by the operator. */
export interface Edit {
  readonly state?: ContactState;
  readonly note?: string;
}

/** Resolves to whether the edit was saved. */
export type Save = (edit: Edit) => Promise<boolean>;

const describe = ({ state }: Edit) =>
  state === undefined ? 'Anotação salva.' : `Agora: ${CONTACT_STATE_LABELS[state].toLowerCase()}.`;

/** Returns how to save edits of a contact, and the edit that conflicts with another operator's change, if any. */
export function useSave(contact: FullContact) {
  const [conflict, setConflict] = useState<Edit | null>(null);
  const isMounted = useIsMounted();
  const router = useRouter();
  const { subject, name } = contact;
  const latest = () => getCachedContact(subject) ?? contact;

  const showFailed = ({ note }: Edit, reason: string) =>
    showUnsaved(router, { subject, name, kind: note === undefined ? 'state' : 'note', reason });

  function showConflict(edit: Edit): void {
    if (isMounted.current) setConflict(edit);
    else showFailed(edit, 'Outra pessoa mudou isto antes.');
  }

  async function saveOver(version: number, edit: Edit): Promise<boolean> {
    try {
      const isSaved = await saveContact(subject, { version, ...edit });
      if (!isSaved) {
        await queryClient.refetchQueries({ queryKey: ['subject', subject] });
        showConflict(edit);
      }
      return isSaved;
    } catch (error) {
      const isErased = error instanceof ApiError && error.code === 'not_found';
      if (isErased) dropUnsavedNote(subject);
      if (isMounted.current || isErased) showError(explain(error));
      else showFailed(edit, explain(error));
      return false;
    }
  }

  const save: Save = async (edit) => {
    const { version, state } = latest();
    if (!(await saveOver(version, edit))) return false;
    const undo = async () => {
      if (await saveOver(version + 1, { state })) showToast('Desfeito.');
    };
    const action = edit.state && { label: 'Desfazer', onClick: () => void undo() };
    showToast(describe(edit), action);
    return true;
  };

  async function resolveConflict(keepsMine: boolean): Promise<void> {
    setConflict(null);
    if (conflict === null) return;
    if (keepsMine) {
      if (!(await saveOver(latest().version, conflict))) return;
      showToast(describe(conflict));
    }
    if (conflict.note !== undefined) dropUnsavedNote(subject);
  }

  return { save, conflict, showConflict, resolveConflict };
}
