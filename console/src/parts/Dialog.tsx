import { notifyManager } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { Button } from './Button.tsx';
import type { DialogProps } from './DialogPanel.tsx';
import { FieldError } from './Fields.tsx';
import { lazyPart } from './lazy-part.ts';
import { useIsMounted } from './use-is-mounted.ts';
import { useRequest } from './use-request.ts';

const DialogPanel = lazyPart(() => import('./DialogPanel.tsx'), 'DialogPanel');

/** A modal dialog, whose code loads when a dialog first opens. */
export const Dialog = (props: DialogProps) => (
  <Suspense>
    <DialogPanel {...props} />
  </Suspense>
);

interface FormDialogProps extends Omit<DialogProps, 'actions' | 'children'> {
  submitLabel: string;
  busyLabel?: string;
  isDestructive?: boolean;
  isReady?: boolean;
  /** The dialog closes when the promise resolves, and shows the error if it rejects. */
  onSubmit: (formData: FormData) => Promise<void>;
  /** The fields, or a function that draws them and the error message. */
  children?: ReactNode | ((failure: string | null) => ReactNode);
}

/** Sends one request at a time. An error after closing appears as a toast. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busyLabel = submitLabel, isDestructive, isReady = true } = props;
  const { title, description, onClose, onSubmit, children } = props;
  const { isBusy, failure, run } = useRequest();
  const isMounted = useIsMounted();
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    if (!isReady) return;
    void run(async () => {
      await onSubmit(formData);
      // Views show the answer first, so that the closing dialog sees which buttons are left.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve));
      // If the operator closed this dialog during the request, `onClose` could close a dialog that was opened later.
      if (isMounted.current) onClose();
    });
  }
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form className="fields" onSubmit={send}>
        {typeof children === 'function' ? (
          children(failure)
        ) : (
          <>
            {children}
            <FieldError>{failure}</FieldError>
          </>
        )}
        <footer>
          <Button onClick={onClose}>Cancelar</Button>
          {/* A button that is disabled during the request would lose the focus. */}
          <Button
            type="submit"
            kind={isDestructive ? 'bad' : 'main'}
            disabled={!isReady}
            aria-disabled={isBusy}
          >
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  dialog: (close: () => void) => ReactNode;
}

export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
