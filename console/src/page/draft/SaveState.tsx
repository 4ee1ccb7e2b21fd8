import { UNREACHABLE_PROBLEM } from '../../api.ts';
import { formatClock } from '../../parts/time/format-time.ts';
import { useDraft } from './draft-store.ts';

type Draft = ReturnType<typeof useDraft>;

function describeSaving({ saving, files }: Pick<Draft, 'saving' | 'files'>, isPublishing: boolean) {
  if (files.size === 0) return '\u00a0';
  if (saving.state === 'saving') return 'Salvando…';
  if (saving.state === 'failed') {
    return saving.reason === UNREACHABLE_PROBLEM.message
      ? 'Sem conexão: o que você digitou está guardado neste aparelho.'
      : saving.reason;
  }
  const isChanged = [...files.values()].some(({ changed }) => changed.length > 0);
  // A running publication has already written the draft into the files; a failed one restores them.
  if (!isChanged) return isPublishing ? 'Publicando…' : 'Igual à página no ar';
  return saving.state === 'saved' ? `Rascunho salvo ${formatClock(saving.at)}` : 'Rascunho salvo';
}

interface Props {
  isPublishing: boolean;
  onResolve: () => void;
}

export function SaveState({ isPublishing, onResolve }: Props) {
  const draft = useDraft();
  return (
    <p
      className="text-small inline-flex flex-wrap items-center gap-x-1.5 data-[state=failed]:text-bad data-[state=saved]:before:size-2 data-[state=saved]:before:rounded-full data-[state=saved]:before:bg-good"
      data-state={draft.conflict ? 'failed' : draft.saving.state}
      role="status"
    >
      {draft.conflict ? (
        <>
          Outra pessoa mudou o mesmo que você.{' '}
          <button
            type="button"
            className="min-h-6 underline underline-offset-[0.2em]"
            onClick={onResolve}
          >
            Escolher o que fica
          </button>
        </>
      ) : (
        describeSaving(draft, isPublishing)
      )}
    </p>
  );
}
