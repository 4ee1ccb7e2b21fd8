import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { tell, warn } from '../parts/notice.ts';

interface Props {
  secret: string;
  onClose: () => void;
}

/** What signs the messages, shown this once. */
export function SecretOnce({ secret, onClose }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => tell('Segredo copiado.'),
      () => warn('O navegador não deixou copiar. Selecione o segredo e copie.'),
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Guarde o segredo"
      description="Com ele o outro lado confere que a mensagem é sua. Ele aparece só agora."
      actions={
        <>
          <button type="button" className="button" onClick={() => void copy()}>
            <Icon name="copy" />
            Copiar segredo
          </button>
          <button type="button" className="button main" onClick={onClose}>
            Já guardei
          </button>
        </>
      }
    >
      <code className="secret">{secret}</code>
    </Dialog>
  );
}
