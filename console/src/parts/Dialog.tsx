import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './DialogPanel.tsx';

const DialogPanel = lazy(() =>
  import('./DialogPanel.tsx').then((it) => ({ default: it.DialogPanel })),
);

/** A question or a form above the view; what it is made of is fetched when the first one opens. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  );
}
