import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { explain } from '../api.ts';
import type { DialogProps } from './DialogPanel.tsx';
import { FieldError } from './Fields.tsx';
import { warn } from './notice.ts';

const DialogPanel = lazy(() =>
  import('./DialogPanel.tsx').then((it) => ({ default: it.DialogPanel })),
);

/** A question or a form above the view; its code is fetched when the first one opens. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  );
}

interface FormDialogProps extends Omit<DialogProps, 'actions' | 'children'> {
  /** The words of its main button; while it is sent, others. */
  submit: string;
  submitting?: string;
  /** Whether there is no way back from it. */
  isBad?: boolean;
  /** Whether it can be sent now. */
  isReady?: boolean;
  /** Sends the form, and closes it in the end; what it throws is shown. */
  onSubmit: (data: FormData) => Promise<void>;
  /** Fields; as a function, they show the failure themselves. */
  children?: ReactNode | ((failure: string | null) => ReactNode);
}

/**
 * A form, or a question to be confirmed, in a dialog: one request at a time. Its failure is shown in the form, or as a
 * notice if the dialog was closed meanwhile.
 */
export function FormDialog(props: FormDialogProps) {
  const { submit, submitting = submit, isBad = false, isReady = true, ...others } = props;
  const { onSubmit, children, ...dialog } = others;
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** Whether the form is on the screen: the operator may close it while it is sent. */
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || !isReady) return;
    setIsBusy(true);
    try {
      await onSubmit(new FormData(event.currentTarget));
    } catch (error) {
      if (isHere.current) setFailure(explain(error));
      else warn(explain(error));
    }
    if (isHere.current) setIsBusy(false);
  }
  return (
    <Dialog {...dialog}>
      <form className="fields" onSubmit={(event) => void send(event)}>
        {typeof children === 'function' ? (
          children(failure)
        ) : (
          <>
            {children}
            <FieldError>{failure}</FieldError>
          </>
        )}
        <footer className="dialog-actions">
          <button type="button" className="button" onClick={dialog.onClose}>
            Cancelar
          </button>
          <button
            type="submit"
            className={`button ${isBad ? 'bad' : 'main'}`}
            disabled={!isReady || isBusy}
          >
            {isBusy ? submitting : submit}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
