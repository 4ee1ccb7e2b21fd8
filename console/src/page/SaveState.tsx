import { UNREACHABLE } from '../api.ts';
import { formatClock } from '../parts/format-time.ts';
import { useDraft } from './draft.ts';

function describe({
  saving,
  files,
}: Pick<ReturnType<typeof useDraft>, 'saving' | 'files'>): string {
  switch (saving.is) {
    case 'saving':
      return 'Salvando…';
    case 'saved':
      return `Rascunho salvo ${formatClock(saving.at)}`;
    case 'failed':
      return saving.reason === UNREACHABLE.message
        ? 'Sem conexão: o que você digitou está guardado neste aparelho.'
        : saving.reason;
    default:
      return [...files.values()].some(({ version }) => version > 0)
        ? 'Rascunho guardado'
        : 'Igual à página no ar';
  }
}

/** Whether what was typed is saved. */
export function SaveState({ onResolve }: { onResolve: () => void }) {
  const draft = useDraft();
  if (draft.conflict) {
    return (
      <p className="small page-saving" data-state="failed" role="status">
        Outra pessoa mudou o mesmo que você.{' '}
        <button type="button" className="page-link" onClick={onResolve}>
          Escolher o que fica
        </button>
      </p>
    );
  }
  return (
    <p className="small page-saving" data-state={draft.saving.is} role="status">
      {describe(draft)}
    </p>
  );
}
