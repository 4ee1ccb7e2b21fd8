import content from 'virtual:form-error';
import { useEffect, useRef } from 'react';

interface Props {
  titleId: string | undefined;
  retry: () => void;
}

/** Stands in place of a form that threw: draws it again on request, and once its dialog is closed. */
export function FormError({ titleId, retry }: Props) {
  const retryRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const dialog = retryRef.current?.closest('dialog');
    if (dialog?.open) retryRef.current?.focus();
    dialog?.addEventListener('close', retry);
    return () => {
      dialog?.removeEventListener('close', retry);
      // The button that had the focus is gone with this screen; most steps take it by themselves.
      const isLost = dialog?.open && document.activeElement === document.body;
      if (isLost) dialog.querySelector<HTMLElement>('[data-step-title]')?.focus();
    };
  }, [retry]);
  return (
    <div role="alert" className="mx-auto my-auto grid w-full max-w-md gap-4 px-5">
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
