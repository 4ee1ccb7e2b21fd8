import { Toast } from '@base-ui/react/toast';
import { withoutDirections } from '@funil/contract/directions';
import { useEffect } from 'react';
import { Icon } from './Icon.tsx';
import { type Notice, takeNotices, useWaitingNotices } from './notice.ts';

const manager = Toast.createToastManager();

function showNotice({ words, offer, isFailure = false }: Notice): void {
  const id = manager.add({
    description: withoutDirections(words),
    // A high priority hides the notice from screen readers until it has the focus: wrong for one with a button.
    ...(isFailure && { type: 'error', priority: offer ? 'low' : 'high' }),
    timeout: offer || isFailure ? 10_000 : 5_000,
    ...(offer && {
      actionProps: {
        children: offer.label,
        onClick: () => {
          manager.close(id);
          offer.act();
        },
      },
    }),
  });
}

/** Notices at the window's edge, read out as they come. */
export function Notices() {
  const waiting = useWaitingNotices();
  // Runs after the provider's own effect, which listens from then on.
  useEffect(() => {
    if (waiting.length > 0) for (const notice of takeNotices()) showNotice(notice);
  }, [waiting]);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="notices" aria-label="Avisos">
          <NoticeList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function NoticeList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="notice"
      aria-label="Aviso"
      swipeDirection={['down', 'right']}
    >
      <Toast.Content className="notice-content">
        <Toast.Description />
        {toast.actionProps && <Toast.Action className="notice-action" />}
        <Toast.Close className="notice-close" aria-label="Fechar aviso">
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
