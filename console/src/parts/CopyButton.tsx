import { capitalize } from '@funil/contract/characters';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { showError, showToast } from './toast.ts';

interface Props {
  text: string;
  textName: 'link' | 'segredo' | 'endereço' | 'código';
  /** For screen readers; the button then shows only “Copiar”. */
  label?: string;
}

export function CopyButton({ text, textName, label }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(`${capitalize(textName)} copiado.`),
      () => showError(`O navegador não deixou copiar. Selecione o ${textName} e copie.`),
    );
  return (
    <Button className="justify-self-start" aria-label={label} onClick={() => void copy()}>
      <Icon name="copy" />
      {label === undefined ? `Copiar ${textName}` : 'Copiar'}
    </Button>
  );
}
