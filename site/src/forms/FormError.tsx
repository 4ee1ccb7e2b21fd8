import content from 'virtual:form-error';
import { useEffect, useRef } from 'react';

/** Replaces a form that threw; the form returns on request or when the dialog is closed. */
export function FormError({ titleId, retry }: { titleId: string | undefined; retry: () => void }) {
  const retryRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const dialog = retryRef.current?.closest('dialog');
    if (dialog?.open) retryRef.current?.focus();
    dialog?.addEventListener('close', retry);
    return () => {
      dialog?.removeEventListener('close', retry);
      // The focused button is gone with this screen; most steps focus their title themselves.
      const isFocusLost = dialog?.open && document.activeElement === document.body;
      if (isFocusLost) dialog.querySelector<HTMLElement>('[data-step-title]')?.focus();
    };
  }, [retry]);
  return (
    <div role="alert" className="mx-auto my-auto grid w-full max-w-[28rem] gap-4 px-5">
      <h2 id={titleId} lang="en" className="text-[1.75rem] leading-tight">
        {content.title}
      </h2>
      <p>{content.formDescription}</p>
      <button ref={retryRef} type="button" className="button button-primary" onClick={retry}>
        {content.retry}
      </button>
    </div>
  );
}
