import props from 'virtual:application-props';
import { startTransition, useEffect, useRef, useState } from 'react';
import { consumeEarlySubmit } from '../../behaviours/early-submits.ts';
import { whenNear } from '../../behaviours/timing.ts';
import { FormBoundary } from '../FormBoundary.tsx';
import { FormStatus } from '../FormStatus.tsx';
import { useDialog } from '../use-dialog.ts';
import { useApplication } from './use-application.ts';
import { Welcome } from './Welcome.tsx';

type Form = typeof import('./ApplicationForm.tsx').ApplicationForm;

/** The application with its texts; only where content has one. */
export const ApplicationIsland = () => props && <ApplicationModal {...props} />;

/**
 * The selective application. The page holds its welcome step closed from the start, so that a
 * click opens it at once; the steps that ask are fetched near its section, or when it opens.
 */
function ApplicationModal({ content, status }: NonNullable<typeof props>) {
  const application = useApplication(content);
  const [Form, setForm] = useState<Form | null>(null);
  const startRef = useRef<HTMLButtonElement>(null);

  const loadForm = () =>
    import('./ApplicationForm.tsx').then(
      // Drawn in slices, unseen, so that the press that asks for it only has to show it.
      ({ ApplicationForm }) => startTransition(() => setForm(() => ApplicationForm)),
      // The network is gone; the next press of the button tries again.
      () => application.back(),
    );
  const dialogRef = useDialog('application-modal', {
    // Transitions: the dialog is painted, or gone, before React draws what that changes in it.
    onOpen: () => {
      startTransition(application.open);
      if (!Form) void loadForm();
    },
    onClose: () => startTransition(application.close),
  });
  const start = () => {
    // Pressed again while the steps are on their way, it is heard already.
    if (application.read().step === 0) application.next();
    if (!Form) void loadForm();
  };

  // Fetched already as the visitor comes near the button that opens the modal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React arrives
  useEffect(() => {
    const section = document.querySelector('#formulario-aplicacao');
    if (section) whenNear(section, loadForm);
  }, []);
  // Pressed before React was there: the button has shown since then that it was heard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React arrives
  useEffect(() => {
    consumeEarlySubmit(dialogRef.current);
    const button = startRef.current;
    if (button?.getAttribute('aria-busy') !== 'true') return;
    button.setAttribute('aria-busy', 'false');
    if (dialogRef.current?.open) start();
  }, []);

  const { step } = application.state;
  const isAsking = step > 0 && Form !== null;
  return (
    <dialog
      id="application-modal"
      ref={dialogRef}
      aria-label={content.label}
      className="application"
    >
      <FormBoundary
        close={content.close}
        className="application-panel"
        hasFailed={application.hasFailed}
      >
        <div className="application-panel" data-tone={step === 0 || step === 5 ? 'ink' : 'paper'}>
          <button type="button" data-closes className="close-button" aria-label={content.close} />
          {!isAsking && (
            <Welcome
              content={content.steps.welcome}
              startRef={startRef}
              isStarting={step > 0}
              start={start}
            />
          )}
          {Form && <Form content={content} application={application} />}
        </div>
        <FormStatus
          form="application"
          texts={status}
          autoSave={application.autoSave}
          isOutsideDialog={application.isOutsideDialog}
        />
      </FormBoundary>
    </dialog>
  );
}
