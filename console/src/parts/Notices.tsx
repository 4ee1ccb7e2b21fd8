import { Toast } from '@base-ui/react/toast';
import { Icon } from './Icon.tsx';
import { noticeManager } from './notice.ts';
import './notices.css';

/** What was just done, at the window's edge; read out as it comes. */
export function Notices() {
  return (
    <Toast.Provider toastManager={noticeManager} limit={3}>
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
