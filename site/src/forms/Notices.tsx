import { memo } from 'react';
import { Toaster } from 'sonner';
// After the library's, which stands in no layer either.
import './late-styles.ts';

interface Props {
  /** Which dialog's notices: outside an open dialog nothing can be seen or heard. */
  id: string;
  regionLabel: string;
  closeLabel: string;
}

/** Where a dialog's notices appear: notices.css and notify.ts place them clear of fields and buttons. */
function NoticesRegion({ id, regionLabel, closeLabel }: Props) {
  return (
    <Toaster
      id={id}
      className="notices"
      position="top-center"
      visibleToasts={1}
      closeButton
      containerAriaLabel={regionLabel}
      toastOptions={{
        unstyled: true,
        className: 'notice',
        closeButtonAriaLabel: closeLabel,
        duration: 6000,
      }}
    />
  );
}

/** Not drawn anew with each letter typed in the form around it. */
export const Notices = memo(NoticesRegion);
