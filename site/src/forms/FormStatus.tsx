import type { ToastContent } from '@funil/content/schema/parts';
import type { SiteContent } from '@funil/content/schema/site';
import { memo } from 'react';
import { createPortal } from 'react-dom';
import { Toaster, toast } from 'sonner';
import { addStyle } from './add-style.ts';
import autoSaveStyles from './auto-save.css?inline';
import leadStyles from './lead-dialog/lead-dialog.css?inline';
import noticeStyles from './notices.css?inline';
import type { AutoSave } from './use-auto-save.ts';

// Added after the library's own sheet, which is not in a layer either.
addStyle(autoSaveStyles + leadStyles + noticeStyles);

type FormName = 'lead' | 'application';

export interface StatusTexts {
  autoSave: SiteContent['autoSave'];
  regionLabel: string;
  closeToastLabel: string;
}

/** Returns a time such as `14:05`. The first `toLocaleTimeString` would cost a phone 40 ms. */
const formatTime = (time: Date) =>
  [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');

function describe({ status, savedAt }: AutoSave, texts: SiteContent['autoSave']): string {
  if (status === 'idle') return '';
  if (status !== 'saved') return texts[status];
  return savedAt ? `${texts.saved} ${formatTime(savedAt)}` : texts.savedWithoutTime;
}

/** A dialog's notices. Memoized, so that typing in the form does not render it again. */
const Notices = memo(function Notices({ id, texts }: { id: FormName; texts: StatusTexts }) {
  return (
    <Toaster
      id={id}
      className="notices"
      position="top-center"
      visibleToasts={1}
      closeButton
      containerAriaLabel={texts.regionLabel}
      toastOptions={{
        unstyled: true,
        className: 'notice',
        closeButtonAriaLabel: texts.closeToastLabel,
        duration: 6000,
      }}
    />
  );
});

export interface StatusProps {
  form: FormName;
  texts: StatusTexts;
  autoSave: AutoSave;
  /** True when the dialog was closed while saving: the status then shows on the page. */
  isOutsideDialog: boolean;
}

/** A form's notices and, at the bottom right, its save indicator. */
export function FormStatus({ form, texts, autoSave, isOutsideDialog }: StatusProps) {
  const status = (
    <>
      <p
        role="status"
        className="auto-save"
        data-status={autoSave.status}
        data-visible={autoSave.isVisible || undefined}
      >
        {autoSave.status === 'saving' && <span className="spinner" aria-hidden="true" />}
        {describe(autoSave, texts.autoSave)}
      </p>
      <Notices id={form} texts={texts} />
    </>
  );
  return isOutsideDialog ? createPortal(status, document.body) : status;
}

/** Whether a notice fits at the left of the short form. */
const hasRoomBeside = () => window.matchMedia('(width >= 77rem)').matches;

/** Shows a notice in one dialog in place of the earlier one. */
export function notify(
  toasterId: FormName,
  kind: 'success' | 'error',
  { title, description }: ToastContent,
): void {
  const position = toasterId === 'lead' && hasRoomBeside() ? 'bottom-left' : 'top-center';
  toast[kind](title, { description, toasterId, position });
}

/** Removes a dialog's notice, when it closes or tries again. */
export function dismissNotice(toasterId: FormName): void {
  for (const notice of toast.getToasts()) {
    if ('toasterId' in notice && notice.toasterId === toasterId) toast.dismiss(notice.id);
  }
}
