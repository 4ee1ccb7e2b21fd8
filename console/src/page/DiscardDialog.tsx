import { FormDialog } from '../parts/Dialog.tsx';
import { showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { type LocalFile, replaceDraft } from './draft.ts';
import { discardDraft, discardFile } from './queries.ts';

interface Props {
  /** Null: the whole draft. */
  file: LocalFile | null;
  onClose: () => void;
}

/** Asks before changes of the draft are dropped. */
export function DiscardDialog({ file, onClose }: Props) {
  async function discard() {
    const draft = file ? await discardFile(file) : await discardDraft();
    replaceDraft(draft, file?.key ?? null);
    await queryClient.invalidateQueries({ queryKey: ['page'] });
    showToast('Mudanças descartadas.');
    onClose();
  }
  return (
    <FormDialog
      title={file ? 'Descartar as mudanças desta parte?' : 'Descartar o rascunho inteiro?'}
      description={
        file
          ? 'Esta parte volta a ser como está no ar. As outras ficam como estão.'
          : 'Tudo o que mudou desde a última publicação, também por outras pessoas, volta a ser como está no ar.'
      }
      submitLabel="Descartar"
      isDestructive
      onClose={onClose}
      onSubmit={discard}
    />
  );
}
