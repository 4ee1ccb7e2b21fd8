import type { EditorForm } from '@funil/contract/console/page-editor';
import { FormDialog } from '../parts/Dialog.tsx';
import { showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { type LocalFile, replaceDraft } from './draft.ts';
import { discardDraft, discardFields } from './queries.ts';

interface Props {
  /** The fields of one form; null: the whole draft. */
  part: { readonly file: LocalFile; readonly form: EditorForm } | null;
  onClose: () => void;
}

/** Asks before changes of the draft are dropped. */
export function DiscardDialog({ part, onClose }: Props) {
  async function discard() {
    const draft = part
      ? await discardFields(part.file, Object.keys(part.form.schema.properties ?? {}))
      : await discardDraft();
    replaceDraft(draft, part?.form ?? null);
    await queryClient.invalidateQueries({ queryKey: ['page'] });
    showToast('Mudanças descartadas.');
    onClose();
  }
  return (
    <FormDialog
      title={part ? 'Descartar as mudanças desta parte?' : 'Descartar o rascunho inteiro?'}
      description={
        part
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
