import props from 'virtual:application-props';
import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import { FORM_PATHS } from '@funil/contract/site/form-paths';
import {
  type MouseEvent,
  type RefObject,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { consumeEarlySubmit } from '../../behaviours/early-submits.ts';
import { acceptsFormPosts } from '../../capture/accepts-form-posts.ts';
import { Emphasis } from '../../parts/Emphasis.tsx';
import { FormDialog, focusOnOpening, setButtonRole } from '../FormDialog.tsx';
import { useApplication } from './use-application.ts';

interface WelcomeProps {
  content: ApplicationModalContent['steps']['welcome'];
  startRef: RefObject<HTMLAnchorElement | null>;
  /** True while the next step loads after a click. */
  isStarting: boolean;
  start: (event: MouseEvent) => void;
}

const Welcome = ({ content, startRef, isStarting, start }: WelcomeProps) => (
  <>
    <div className="application-body application-welcome">
      <div>
        <p className="application-seats">{content.badge}</p>
        <h2
          ref={focusOnOpening}
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: an opening dialog focuses its title
          autoFocus
          data-step-title
          className="mt-5 text-title"
        >
          <Emphasis text={content.title} />
        </h2>
        <p className="mt-4 max-w-[52ch] text-intro text-muted">{content.description}</p>
      </div>
      <ul className="application-promises">
        {content.promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
    </div>
    <div className="application-navigation application-start">
      <p className="max-w-[52ch] text-[0.9375rem] leading-snug text-muted">{content.notice}</p>
      <a
        ref={(link) => {
          startRef.current = link;
          setButtonRole(link);
        }}
        // A CDN may have deleted an old build's files; the empty address loads the new build.
        href={acceptsFormPosts ? FORM_PATHS.application : ''}
        data-waits
        aria-busy={isStarting}
        onClick={start}
        className="button button-primary"
      >
        {content.start}
      </a>
    </div>
  </>
);

type Form = typeof import('./ApplicationForm.tsx').ApplicationForm;

/** Renders nothing if content has no application. */
export const ApplicationIsland = () => props && <ApplicationModal {...props} />;

/** The document has only the welcome step; the others are fetched when the dialog opens. */
function ApplicationModal({ content, status }: NonNullable<typeof props>) {
  const [Form, setForm] = useState<Form | null>(null);
  const startRef = useRef<HTMLAnchorElement>(null);

  // Called at every opening and every click, so that a failed load is retried at once.
  const loadForm = async () => {
    const { ApplicationForm } = await import('./ApplicationForm.tsx');
    // A transition renders the form at low priority, and mostly ends before the click that shows the form.
    startTransition(() => setForm(() => ApplicationForm));
  };
  const { dialog, ...application } = useApplication(content, loadForm);
  const startForm = () => {
    if (application.read().step === 0) application.next();
    void loadForm();
  };
  const pressStart = (event: MouseEvent) => {
    // dialog-openers.ts follows the link if the steps' code does not arrive. Offline, the click waits instead.
    if (Form || !navigator.onLine) event.preventDefault();
    startForm();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useLayoutEffect(() => {
    consumeEarlySubmit(dialog.dialogRef.current);
    const button = startRef.current;
    // The button is busy if it was clicked before hydration.
    if (button?.getAttribute('aria-busy') !== 'true') return;
    button.setAttribute('aria-busy', 'false');
    if (dialog.dialogRef.current?.open) startForm();
  }, []);

  const { step } = application.state;
  return (
    <FormDialog
      state={dialog}
      attributes={{ 'aria-label': content.label, className: 'application' }}
      panel={{
        className: 'application-panel',
        'data-tone': step === 0 || step === 5 ? 'ink' : 'paper',
      }}
      closeLabel={content.close}
      statusTexts={status}
      titleId={undefined}
    >
      {(step === 0 || Form === null) && (
        <Welcome
          content={content.steps.welcome}
          startRef={startRef}
          isStarting={step > 0}
          start={pressStart}
        />
      )}
      {Form && <Form content={content} application={application} />}
    </FormDialog>
  );
}
