import { suspectLabel } from '@funil/contract/console/answer-labels';
import type { ContactItem } from '@funil/contract/console/contacts';
import { Button } from '../parts/Button.tsx';
import { confirmPerson } from './change-contact.ts';

/** Why a contact is taken for a robot's, and the way back. */
export function RobotMark({ contact: { suspect, subject } }: { contact: ContactItem }) {
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
