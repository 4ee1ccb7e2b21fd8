import {
  Component,
  type DialogHTMLAttributes,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
} from 'react';
import { findDisabledSubmit } from '../behaviours/early-submits.ts';
import { FormStatus } from './FormStatus.tsx';
import type { StatusTexts } from './Notices.tsx';
import type { FormDialogState } from './use-form-dialog.ts';

interface BoundaryProps {
  titleId: string | undefined;
  state: FormDialogState;
  children: ReactNode;
}

interface BoundaryState {
  isFormShown: boolean;
  /** Fetched after the first failure. */
  Screen?: typeof import('./FormError.tsx').FormError;
}

class FormBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { isFormShown: true };
  static getDerivedStateFromError = () => ({ isFormShown: false });

  override componentDidCatch(): void {
    this.props.state.errorScreenShownRef.current = true;
    void import('./FormError.tsx').then(({ FormError }) => this.setState({ Screen: FormError }));
  }

  retry = (): void => {
    this.props.state.errorScreenShownRef.current = false;
    this.setState({ isFormShown: true });
  };

  override render(): ReactNode {
    const { titleId, children } = this.props;
    const { isFormShown, Screen } = this.state;
    if (isFormShown) return children;
    return Screen && <Screen titleId={titleId} retry={this.retry} />;
  }
}

interface Props extends BoundaryProps {
  /** Needs `aria-label` or `aria-labelledby`. */
  attributes: DialogHTMLAttributes<HTMLDialogElement>;
  panel: { className: string; 'data-tone': 'ink' | 'paper'; 'data-saved'?: boolean | undefined };
  closeLabel: string;
  statusTexts: StatusTexts;
}

/** Announces a link as a button to screen readers, because scripts make the link act as one. */
export const setButtonRole = (link: HTMLElement | null) => link?.setAttribute('role', 'button');

/** React renders `autofocus` only on the server, but a dialog reads it at each opening. */
export const focusOnOpening = (element: HTMLElement | null) =>
  element?.setAttribute('autofocus', '');

export function FormDialog({ attributes, panel, closeLabel, statusTexts, ...boundary }: Props) {
  const { state } = boundary;
  return (
    <dialog id={state.id} ref={state.dialogRef} {...attributes}>
      <div {...panel}>
        {/* No element has this id. Without scripts, the link closes the dialog, which is open as `:target`. */}
        <a href="#fechar" ref={setButtonRole} data-closes className="close-button">
          <span className="sr-only">{closeLabel}</span>
        </a>
        <FormBoundary {...boundary} />
      </div>
      <FormStatus {...state} texts={statusTexts} />
    </dialog>
  );
}

/** Focuses the submit button after a failed save, because a disabled button loses the focus. */
export function useFocusAfterFailedSave(
  formRef: RefObject<HTMLFormElement | null>,
  isSubmitting: boolean,
): void {
  useEffect(() => {
    if (!isSubmitting) return undefined;
    return () => formRef.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [formRef, isSubmitting]);
}

/** Submits also while the button is disabled, so that the form can say what is missing. */
export const submitHandlers = (submit: (form: HTMLFormElement) => void) => ({
  onSubmit: (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(event.currentTarget);
  },
  onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    submit(event.currentTarget);
  },
  onClick: (event: MouseEvent<HTMLFormElement>) => {
    // Ignores the second click of a double click, because the visitor meant it for the previous step.
    const isFirstClick = event.detail <= 1;
    if (isFirstClick && findDisabledSubmit(event.currentTarget, event)) submit(event.currentTarget);
  },
});
