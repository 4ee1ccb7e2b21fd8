import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

export interface DialogProps {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Below the content, the main button last. */
  actions?: ReactNode;
}

/**
 * On a phone, the dialog leaves room for a toast above it. In a dialog with a preview the footer is sticky, because a
 * finger on the preview does not scroll the dialog. The footer covers the dialog's gap and padding, so that no
 * content shows around it.
 */
const POPUP_CLASSES =
  'dialog fixed inset-[auto_0_0] z-31 grid gap-4 max-h-[max(60dvh,100dvh_-_7rem)] overflow-y-auto overscroll-contain rounded-t-2xl bg-raised px-5 pt-4 pb-[calc(1.25rem+env(safe-area-inset-bottom))] shadow-shade outline-none transition-[translate,opacity] duration-180 data-starting-style:translate-y-6 data-starting-style:opacity-0 data-ending-style:translate-y-6 data-ending-style:opacity-0 forced-colors:border xs:has-[iframe]:pb-0 xs:has-[iframe]:[&>footer]:sticky xs:has-[iframe]:[&>footer]:-mt-4 xs:has-[iframe]:[&>footer]:pt-4 xs:has-[iframe]:[&>footer]:pb-[calc(1.25rem+env(safe-area-inset-bottom))] xs:[&>footer]:bottom-0 xs:[&>footer]:bg-raised ' +
  'sm:inset-[50%_auto_auto_50%] sm:max-h-[92dvh] sm:w-[min(34rem,100vw_-_3rem)] sm:rounded-2xl sm:px-6 sm:pt-5 sm:pb-6 sm:-translate-1/2 sm:has-data-wide:w-[min(46rem,100vw_-_3rem)] sm:data-starting-style:translate-y-[calc(1rem-50%)] sm:data-ending-style:translate-y-[calc(1rem-50%)]';

const FIELD_SELECTOR = ':is(input:not([type=file]), select, textarea):enabled';

/** On touch screens the first field gets no focus, because the keyboard would hide the dialog. */
const firstFocusOf = (popup: HTMLElement | null): HTMLElement | null =>
  window.matchMedia('(pointer: coarse)').matches
    ? popup
    : (popup?.querySelector<HTMLElement>(FIELD_SELECTOR) ?? null);

/** Returns the focused element, and the elements around it in the view. */
function readFocusPath(): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  let element = document.activeElement;
  while (element instanceof HTMLElement && !element.matches('main, body')) {
    path.push(element);
    element = element.parentElement;
  }
  return path;
}

/** Closing returns the focus to the button that opened the dialog or, if that is gone, to the next one at its place. */
export function DialogPanel(props: DialogProps) {
  const { onClose, title, description, children, actions } = props;
  const popup = useRef<HTMLDivElement>(null);
  const [focusPath] = useState(readFocusPath);
  const findReturnFocus = () => {
    const { activeElement } = document;
    const hasMovedOn = activeElement !== document.body && !popup.current?.contains(activeElement);
    return hasMovedOn ? false : (focusPath.find((element) => element.isConnected) ?? true);
  };
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="dialog-backdrop fixed inset-0 z-30 bg-(--color-backdrop) transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <BaseDialog.Popup
          ref={popup}
          className={POPUP_CLASSES}
          initialFocus={() => firstFocusOf(popup.current)}
          finalFocus={findReturnFocus}
        >
          <header className="flex items-center justify-between gap-4">
            <BaseDialog.Title>{title}</BaseDialog.Title>
            <BaseDialog.Close className="button quiet square -mr-2.5" aria-label="Fechar">
              <Icon name="close" />
            </BaseDialog.Close>
          </header>
          {description && (
            <BaseDialog.Description className="text-muted">{description}</BaseDialog.Description>
          )}
          {children}
          {actions && <footer>{actions}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
