import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export interface DialogProps {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons below the content, the main one last. */
  actions?: ReactNode;
}

/** A modal dialog: a sheet at the bottom of a phone, a card on wide screens. */
export function DialogPanel(props: DialogProps) {
  const { onClose, title, description, children, actions } = props;
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="dialog">
          <header className="flex items-center justify-between gap-4 [&>.button]:-mr-2.5">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="button quiet square" aria-label="Fechar">
              <Icon name="close" />
            </Base.Close>
          </header>
          {description && <Base.Description className="text-muted">{description}</Base.Description>}
          {children}
          {actions && (
            <footer className="flex flex-col-reverse gap-2 sm:[flex-flow:row_wrap] sm:justify-end">
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
