import { capitalize } from '@funil/contract/characters';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { showError, showToast } from './toast.ts';

interface Props {
  text: string;
  /** The kind of text, named by the button and the toasts. */
  name: 'link' | 'segredo' | 'endereço' | 'código';
  /** The name for screen readers; the button's text is then a plain “Copiar”. */
  label?: string;
}

/** Copies a text, and confirms that it was copied. */
export function CopyButton({ text, name, label }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(`${capitalize(name)} copiado.`),
      () => showError(`O navegador não deixou copiar. Selecione o ${name} e copie.`),
    );
  return (
    <Button className="justify-self-start" aria-label={label} onClick={() => void copy()}>
      <Icon name="copy" />
      {label === undefined ? `Copiar ${name}` : 'Copiar'}
    </Button>
  );
}
