import type { ReactNode } from 'react';
import { DIALOG_IDS, type FormKey } from '../behaviours/dialog-openers.ts';
import { acceptsFormPosts } from '../capture/accepts-form-posts.ts';

interface Props {
  opens: FormKey;
  className: string;
  children: ReactNode;
}

/** A link or button that opens a dialog; first-paint.ts opens it instead of following the link. */
export function Opener({ opens, ...props }: Props) {
  const shared = { ...props, 'data-opens': opens, 'aria-haspopup': 'dialog' } as const;
  return acceptsFormPosts ? (
    <a href={`#${DIALOG_IDS[opens]}`} {...shared} />
  ) : (
    <button type="button" {...shared} />
  );
}
