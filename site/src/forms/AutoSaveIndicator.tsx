import type { SiteContent } from '@funil/content/schema/site';
import type { AutoSave } from './use-auto-save.ts';

interface Props extends AutoSave {
  content: SiteContent['autoSave'];
}

/** As pt-BR writes it, `14:05`. By hand: a first `toLocaleTimeString` costs a phone 40 ms. */
const formatTime = (time: Date) =>
  [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');

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
