import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type { ContactState, FullContact } from '@funil/contract/console/contacts';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, explain } from '../api.ts';
import { showError, showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { saveContact } from './change-contact.ts';
import { putDraft, useUnsavedNotice } from './unsaved-notes.ts';
import { readDetail } from './queries.ts';

/** A change of one person that the operator asked for. */
export interface Wish {
  readonly state?: ContactState;
  readonly note?: string;
}

/** @returns whether it is saved */
export type Save = (wish: Wish) => Promise<boolean>;

const whatOf = ({ note }: Wish) => (note === undefined ? 'state' : 'note');
const wordsFor = ({ state }: Wish) =>
  state === undefined ? 'Anotação salva.' : `Agora: ${CONTACT_STATE_LABELS[state].toLowerCase()}.`;

/** Whether the component that calls this is still on the screen. */
function useIsHere(): RefObject<boolean> {
  const isHere = useRef(false);
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Saves changes of one person; if another operator was first, holds the wish until it is settled. */
export function useSave(detail: FullContact) {
  const [conflict, setConflict] = useState<Wish | null>(null);
  const isHere = useIsHere();
  const tellUnsaved = useUnsavedNotice();
  const { subject, name, version } = detail;

  /** Shows the operator both versions, and lets him choose; who is elsewhere by now is called back. */
  const ask = useCallback(
    (wish: Wish) => {
      if (isHere.current) return setConflict(wish);
      tellUnsaved({ subject, name, what: whatOf(wish), why: 'Outra pessoa mudou isto antes.' });
    },
    [isHere, tellUnsaved, subject, name],
  );

  const saveAt = useCallback(
    async (at: number, wish: Wish): Promise<boolean> => {
      try {
        const saved = await saveContact(subject, { version: at, ...wish });
        if (!saved.ok) {
          await queryClient.refetchQueries({ queryKey: ['subject', subject] });
          ask(wish);
        }
        return saved.ok;
      } catch (error) {
        const why = explain(error);
        const isGone = error instanceof ApiError && error.code === 'not_found';
        if (isGone) putDraft(subject, null);
        if (isHere.current || isGone) showError(why);
        else tellUnsaved({ subject, name, what: whatOf(wish), why });
        return false;
      }
    },
    [subject, name, ask, isHere, tellUnsaved],
  );

  const save: Save = useCallback(
    async (wish) => {
      const now = readDetail(subject);
      const at = now?.version ?? version;
      const before = now?.state ?? detail.state;
      const isSaved = await saveAt(at, wish);
      if (!isSaved) return false;
      const undo = () =>
        void saveAt(at + 1, { state: before }).then((it) => it && showToast('Desfeito.'));
      if (wish.state === undefined) showToast(wordsFor(wish));
      else showToast(wordsFor(wish), { label: 'Desfazer', onClick: undo });
      return true;
    },
    [saveAt, subject, version, detail.state],
  );

  /** `mine`: the wish is saved over what stands there now. */
  const settle = async (isMine: boolean) => {
    const wish = conflict;
    setConflict(null);
    if (isMine && wish) {
      if (!(await saveAt(readDetail(subject)?.version ?? version, wish))) return;
      showToast(wordsFor(wish));
    }
    if (wish?.note !== undefined) putDraft(subject, null);
  };

  return { save, conflict, ask, settle };
}
