import type { SubjectDetail, SubjectState } from '@funil/contract/console/subjects';
import { useCallback, useState } from 'react';
import { explain } from '../api.ts';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';
import { saveSubject } from './change-subject.ts';
import { STATES } from './states.ts';
import { subjectQuery } from './subject-query.ts';

/** What the operator wants of one subject. */
export interface Wish {
  readonly state?: SubjectState;
  readonly note?: string;
}

/** @returns whether it is saved */
export type Save = (wish: Wish) => Promise<boolean>;

const wordsFor = ({ state }: Wish) =>
  state === undefined ? 'Anotação salva.' : `Agora: ${STATES[state].label.toLowerCase()}.`;

/** Saves changes of one subject; where somebody else was first, holds the wish until it is settled. */
export function useSave(detail: SubjectDetail) {
  const [conflict, setConflict] = useState<Wish | null>(null);
  /** How many conflicts were settled: what was typed for one of them is done with. */
  const [settled, setSettled] = useState(0);
  const { subject, version } = detail;

  const saveAt = useCallback(
    async (at: number, wish: Wish): Promise<boolean> => {
      try {
        const saved = await saveSubject(subject, { version: at, ...wish });
        if (!saved.ok) {
          await queryClient.refetchQueries({ queryKey: ['subject', subject] });
          setConflict(wish);
        }
        return saved.ok;
      } catch (error) {
        warn(explain(error));
        return false;
      }
    },
    [subject],
  );

  const save: Save = useCallback(
    async (wish) => {
      const before = detail.state;
      const isSaved = await saveAt(version, wish);
      if (!isSaved) return false;
      const undo = () =>
        void saveAt(version + 1, { state: before }).then((it) => it && tell('Desfeito.'));
      if (wish.state === undefined) tell(wordsFor(wish));
      else tell(wordsFor(wish), { label: 'Desfazer', act: undo });
      return true;
    },
    [saveAt, version, detail.state],
  );

  /** `mine`: the wish is saved over what stands there now. */
  const settle = async (isMine: boolean) => {
    const wish = conflict;
    setConflict(null);
    if (isMine && wish) {
      const now = queryClient.getQueryData(subjectQuery(subject).queryKey);
      if (!(await saveAt(now?.version ?? version, wish))) return;
      tell(wordsFor(wish));
    }
    setSettled((count) => count + 1);
  };

  return { save, conflict, ask: setConflict, settle, settled };
}
