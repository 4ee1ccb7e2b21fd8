import { Toaster } from 'sonner';

interface Props {
  /** Which dialog's notices: outside an open dialog nothing can be seen or heard. */
  id: string;
  regionLabel: string;
  closeLabel: string;
}

/** Where a dialog's notices appear. Bottom left: the auto-save indicator owns the right. */
export function Notices({ id, regionLabel, closeLabel }: Props) {
  return (
    <Toaster
      id={id}
      position="bottom-left"
      theme="dark"
      richColors
      closeButton
      containerAriaLabel={regionLabel}
      toastOptions={{ closeButtonAriaLabel: closeLabel, duration: 6000 }}
    />
  );
}
