import type { ReactNode } from 'react';
import { takesForms } from '../capture/takes-forms.ts';

/** Dialogs by what opens them. */
const DIALOGS = { lead: '#lead-dialog', application: '#application-modal' };

interface Props {
  opens: keyof typeof DIALOGS;
  className: string;
  children: ReactNode;
}

/** Opens a dialog: a link to it, which first-paint.ts turns into a button. */
export function Opener({ opens, ...props }: Props) {
  const shared = { ...props, 'data-opens': opens, 'aria-haspopup': 'dialog' } as const;
  return takesForms ? (
    <a href={DIALOGS[opens]} {...shared} />
  ) : (
    <button type="button" {...shared} />
  );
}
