import type { SiteContent } from '@funil/content/schema/site';
import type { AutoSave } from './use-auto-save.ts';

interface Props extends AutoSave {
  content: SiteContent['autoSave'];
}

const formatTime = (time: Date) =>
  time.toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' });

function describe({ content, status, savedAt }: Props): string {
  switch (status) {
    case 'idle':
      return '';
    case 'saving':
      return content.saving;
    case 'saved':
      return savedAt ? `${content.saved} ${formatTime(savedAt)}` : content.savedWithoutTime;
    case 'error':
      return content.error;
  }
}

/** Bottom right: whether what was typed has reached the backend. Stands inside each dialog, since
 *  outside an open one nothing can be seen or heard. */
export function AutoSaveIndicator(props: Props) {
  const { status, isVisible } = props;
  return (
    <p
      role="status"
      className="auto-save"
      data-status={status}
      data-visible={isVisible || undefined}
    >
      {status === 'saving' && <span className="spinner" aria-hidden="true" />}
      {describe(props)}
    </p>
  );
}
