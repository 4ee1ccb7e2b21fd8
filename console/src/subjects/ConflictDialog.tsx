import type { SubjectDetail } from '@funil/contract/console/subjects';
import { Dialog } from '../parts/Dialog.tsx';
import { Moment } from '../parts/Moment.tsx';
import { StateLabel } from './StateLabel.tsx';
import type { Wish } from './use-save.ts';

interface Props {
  /** As it is now. */
  detail: SubjectDetail;
  wish: Wish;
  onSettle: (isMine: boolean) => Promise<void>;
}

/** Two wanted something else of one person: both are shown, and the later one decides. */
export function ConflictDialog({ detail, wish, onSettle }: Props) {
  const { changed_by, changed_at } = detail;
  return (
    <Dialog
      isOpen
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
        <section>
          <h3>Como está agora</h3>
          <p className="small muted">
            {changed_by ?? 'outra pessoa'}
            {changed_at && (
              <>
                {', '}
                <Moment at={changed_at} />
              </>
            )}
          </p>
          <Version state={wish.state && detail.state} note={wish.note && detail.note} />
        </section>
        <section>
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
