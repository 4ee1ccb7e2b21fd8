import { memo } from 'react';
import { Toaster } from 'sonner';

interface Props {
  /** Which dialog's notices: outside an open dialog nothing can be seen or heard. */
  id: string;
  regionLabel: string;
  closeLabel: string;
}

const isPhone = () => typeof window !== 'undefined' && window.matchMedia('(width < 40rem)').matches;

/**
 * Where a dialog's notices appear: bottom left, since the auto-save indicator owns the right; on
 * phones at the top, where they cover neither the button to press again nor the keyboard.
 */
function NoticesRegion({ id, regionLabel, closeLabel }: Props) {
  return (
    <Toaster
      id={id}
      className="notices"
      position={isPhone() ? 'top-center' : 'bottom-left'}
      theme="dark"
      richColors
      closeButton
      containerAriaLabel={regionLabel}
      toastOptions={{ closeButtonAriaLabel: closeLabel, duration: 6000 }}
    />
  );
}

/** Not drawn anew with each letter typed in the form around it. */
export const Notices = memo(NoticesRegion);
