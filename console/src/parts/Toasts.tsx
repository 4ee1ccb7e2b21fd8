import { Toast as Base } from '@base-ui/react/toast';
import { withoutDirections } from '@funil/contract/directions';
import { useEffect } from 'react';
import { Icon } from './Icon.tsx';
import { type Toast, takeQueuedToasts, useQueuedToasts } from './toast.ts';

const manager = Base.createToastManager();

function show({ text, action, isError = false }: Toast): void {
  const id = manager.add({
    description: withoutDirections(text),
    // A high priority hides the toast from screen readers until it has the focus: wrong for one with a button.
    ...(isError && { type: 'error', priority: action ? 'low' : 'high' }),
    timeout: action || isError ? 10_000 : 5_000,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onClick();
        },
      },
    }),
  });
}

/** Shows toasts at the window's edge; screen readers read them out as they come. */
export function Toasts() {
  const queued = useQueuedToasts();
  // The provider's own effect runs first: the manager reaches it from then on.
  useEffect(() => {
    if (queued.length > 0) for (const toast of takeQueuedToasts()) show(toast);
  }, [queued]);
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="toasts" aria-label="Avisos">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="toast"
      aria-label="Aviso"
      swipeDirection={['down', 'right']}
    >
      <Base.Content className="grid grid-cols-[1fr_auto_auto] items-center gap-1 py-1 pr-1 pl-3.5 [&>:first-child]:py-2">
        <Base.Description />
        {toast.actionProps && (
          <Base.Action className="grid place-items-center min-w-11 min-h-11 px-3 rounded-md text-inherit text-lime font-semibold hover:bg-white/8" />
        )}
        <Base.Close
          className="grid place-items-center min-w-11 min-h-11 px-3 rounded-md text-inherit col-[-2] hover:bg-white/8"
          aria-label="Fechar aviso"
        >
          <Icon name="close" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
