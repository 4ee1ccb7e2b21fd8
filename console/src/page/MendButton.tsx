import type { ProblemMend } from '@funil/contract/page/page-editor';
import { Button } from '../parts/Button.tsx';
import { editField, useDraft } from './draft.ts';

/** Disabled while a change is saved, because that change may already solve the problem. */
export const MendButton = ({ file, mend }: { file: string; mend: ProblemMend }) => (
  <Button
    disabled={useDraft().saving.state === 'saving'}
    onClick={() => editField(file, mend.path, mend.value)}
  >
    {mend.label}
  </Button>
);
