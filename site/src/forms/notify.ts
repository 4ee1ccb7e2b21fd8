import type { ToastContent } from '@funil/content/schema/parts';
import { toast } from 'sonner';

/** Room for a notice at the left of the short form. */
const hasRoomBeside = () => window.matchMedia('(width >= 77rem)').matches;

/** Tells how something went, in one dialog's notices; an earlier notice of it is gone. */
export function notify(
  toasterId: 'lead' | 'application',
  kind: 'success' | 'error',
  { title, description }: ToastContent,
): void {
  const position = toasterId === 'lead' && hasRoomBeside() ? 'bottom-left' : 'top-center';
  toast[kind](title, { description, toasterId, position });
}
