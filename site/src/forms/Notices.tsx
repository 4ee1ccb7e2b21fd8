import type { ToastContent } from '@funil/content/schema/parts';
import type { SiteContent } from '@funil/content/schema/site';
import { memo, useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import type { FormKey } from '../behaviours/dialog-openers.ts';
import { addStyle } from './add-style.ts';
import noticeStyles from './notices.css?inline';

// Neither style sheet is in a CSS layer, so ours must be added after the library's.
addStyle(noticeStyles);

export interface StatusTexts {
  autoSave: SiteContent['autoSave'];
  regionLabel: string;
  closeToastLabel: string;
}

/** Visitors' browsers lack `Promise.withResolvers`. */
function makeDeferred() {
  let resolve = () => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}

/** The library drops a notice that is shown before the form's notices are on the page, so every notice waits. */
const noticesMounted: Readonly<Record<FormKey, ReturnType<typeof makeDeferred>>> = {
  lead: makeDeferred(),
  application: makeDeferred(),
};

/** Memoized, so that typing in the form does not render the notices again. */
export const Notices = memo(function Notices({ id, texts }: { id: FormKey; texts: StatusTexts }) {
  useEffect(() => noticesMounted[id].resolve(), [id]);
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

const hasRoomBeside = () => window.matchMedia('(width >= 77rem)').matches;

/** Shows a notice in place of the dialog's earlier one. */
export async function showNotice(
  toasterId: FormKey,
  kind: 'success' | 'error',
  { title, description }: ToastContent,
): Promise<void> {
  await noticesMounted[toasterId].promise;
  const position = toasterId === 'lead' && hasRoomBeside() ? 'bottom-left' : 'top-center';
  toast[kind](title, { description, toasterId, position });
}

export function dismissShownNotices(toasterId: FormKey): void {
  for (const notice of toast.getToasts()) {
    if ('toasterId' in notice && notice.toasterId === toasterId) toast.dismiss(notice.id);
  }
}
