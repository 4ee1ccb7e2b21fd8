import type { ToastContent } from '@funil/content/schema/parts';
import type { SiteContent } from '@funil/content/schema/site';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { FormKey } from '../behaviours/dialog-openers.ts';
import { addStyle } from './add-style.ts';
import autoSaveStyles from './auto-save.css?inline';
import leadStyles from './lead-dialog/lead-dialog.css?inline';
import type { StatusTexts } from './Notices.tsx';
import type { SaveIndicator } from './use-save-indicator.ts';

addStyle(autoSaveStyles + leadStyles);

type NoticesModule = typeof import('./Notices.tsx');

let loadingNotices: Promise<NoticesModule> | undefined;

/** Notices load when a dialog opens, because the page's first load does not need them. */
function loadNotices(): Promise<NoticesModule> {
  loadingNotices ??= import('./Notices.tsx');
  return loadingNotices;
}

/** Returns a time such as `14:05`. The first `toLocaleTimeString` would cost a phone 40 ms. */
const formatTime = (time: Date) =>
  [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');

function describeSaving(
  { status, savedAt }: SaveIndicator,
  texts: SiteContent['autoSave'],
): string {
  if (status === 'idle') return '';
  if (status !== 'saved') return texts[status];
  return savedAt ? `${texts.saved} ${formatTime(savedAt)}` : texts.savedWithoutTime;
}

interface Props {
  form: FormKey;
  texts: StatusTexts;
  saveIndicator: SaveIndicator;
  /** True after the dialog was closed while saving. */
  showsStatusOnPage: boolean;
}

export function FormStatus({ form, texts, saveIndicator, showsStatusOnPage }: Props) {
  const [Notices, setNotices] = useState<NoticesModule['Notices']>();
  const statusRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const dialog = statusRef.current?.closest('dialog');
    const showNotices = () => void loadNotices().then((loaded) => setNotices(() => loaded.Notices));
    if (dialog?.open) showNotices();
    // A dialog that opens gets the focus, so this event tells its opening.
    else dialog?.addEventListener('focusin', showNotices, { once: true });
  }, []);
  const status = (
    <>
      <p
        ref={statusRef}
        role="status"
        className="auto-save"
        data-status={saveIndicator.status}
        data-visible={saveIndicator.isVisible || undefined}
      >
        {describeSaving(saveIndicator, texts.autoSave)}
      </p>
      {Notices && <Notices id={form} texts={texts} />}
    </>
  );
  return showsStatusOnPage ? createPortal(status, document.body) : status;
}

export function notify(form: FormKey, kind: 'success' | 'error', content: ToastContent): void {
  void loadNotices().then(({ showNotice }) => showNotice(form, kind, content));
}

export function dismissNotice(form: FormKey): void {
  void loadingNotices?.then(({ dismissShownNotices }) => dismissShownNotices(form));
}
