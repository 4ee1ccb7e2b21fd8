import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { explain } from '../api.ts';
import { Button } from './Button.tsx';
import type { DialogProps } from './DialogPanel.tsx';
import { FieldError } from './Fields.tsx';
import { showError } from './toast.ts';
import { useIsMounted } from './use-is-mounted.ts';

const DialogPanel = lazy(() =>
  import('./DialogPanel.tsx').then((it) => ({ default: it.DialogPanel })),
);

/** A modal dialog; its code loads when the first one opens. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  );
}

interface FormDialogProps extends Omit<DialogProps, 'actions' | 'children'> {
  submitLabel: string;
  /** Replaces the label while the request runs. */
  submittingLabel?: string;
  isDestructive?: boolean;
  isReady?: boolean;
  /** Sends the form and closes the dialog. The form shows the error that it throws. */
  onSubmit: (data: FormData) => Promise<void>;
  /** The fields. A function receives the error message and shows it itself. */
  children?: ReactNode | ((failure: string | null) => ReactNode);
}

/** A dialog with a form that sends one request at a time. An error after closing appears as a toast. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, submittingLabel = submitLabel, isDestructive, isReady = true } = props;
  const { title, description, onClose, onSubmit, children } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isMounted = useIsMounted();
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || !isReady) return;
    setIsBusy(true);
    try {
      await onSubmit(new FormData(event.currentTarget));
    } catch (error) {
      if (isMounted.current) setFailure(explain(error));
      else showError(explain(error));
    }
    setIsBusy(false);
  }
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form className="fields" onSubmit={(event) => void send(event)}>
        {typeof children === 'function' ? (
          children(failure)
        ) : (
          <>
            {children}
            <FieldError>{failure}</FieldError>
          </>
        )}
        <footer className="flex flex-col-reverse gap-2 sm:[flex-flow:row_wrap] sm:justify-end">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind={isDestructive ? 'bad' : 'main'} disabled={!isReady || isBusy}>
            {isBusy ? submittingLabel : submitLabel}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
