import { PLACEHOLDERS, type Placeholder } from '@funil/contract/console/fill-template';
import type { Template, TemplateUse } from '@funil/contract/console/templates';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { fillFor, fillingFor } from '../contacts/greeting.ts';
import { contextQuery } from '../contacts/templates-query.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { TextField } from '../parts/TextField.tsx';
import { saveTemplate } from './change-template.ts';

interface Props {
  /** Null: a new one. */
  template: Template | null;
  onClose: () => void;
}

const PLACEHOLDER_LABELS: Record<Placeholder, string> = {
  nome: 'Nome inteiro',
  primeiro_nome: 'Primeiro nome',
  produto: 'Produto',
  prazo: 'Prazo de resposta',
  link: 'Link de pagamento',
};
const isUse = (value: FormDataEntryValue | null): value is TemplateUse =>
  USE_NAMES.some((name) => name === value);

/** One text, and how it reads when it is filled in. */
export function TemplateForm({ template, onClose }: Props) {
  const [text, setText] = useState(template?.text ?? '');
  const [error, setError] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const context = useQuery(contextQuery).data;
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const use = data.get('for');
    if (!isUse(use)) return;
    const failure = await saveTemplate(template, {
      name: String(data.get('name')).trim(),
      text: text.trim(),
      for: use,
    });
    setError(failure);
    if (failure === null) onClose();
  }
  const insert = (placeholder: Placeholder) => {
    const { selectionStart: at = text.length, selectionEnd: end = at } = area.current ?? {};
    setText(`${text.slice(0, at)}{${placeholder}}${text.slice(end)}`);
    area.current?.focus();
  };
  const preview = fillFor(text, { ...fillingFor('Ana Souza', context), link: 'https://…' });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={template === null ? 'Novo texto' : 'Editar texto'}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button type="submit" form="template-form" className="button main">
            Salvar
          </button>
        </>
      }
    >
      <form id="template-form" className="fields" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Nome do texto"
          name="name"
          maxLength={80}
          required
          defaultValue={template?.name}
        />
        <div className="field">
          <label htmlFor="template-for">Para quem</label>
          <select id="template-for" name="for" className="input" defaultValue={template?.for}>
            {USE_NAMES.map((use) => (
              <option key={use} value={use}>
                {USES[use]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="template-text">Texto</label>
          <textarea
            ref={area}
            id="template-text"
            className="input"
            rows={5}
            maxLength={2000}
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="template-placeholders">
            {PLACEHOLDERS.map((placeholder) => (
              <button
                key={placeholder}
                type="button"
                className="button"
                onClick={() => insert(placeholder)}
              >
                {PLACEHOLDER_LABELS[placeholder]}
              </button>
            ))}
          </div>
        </div>
        {preview && (
          <div className="field">
            <p className="field-label">Como chega</p>
            <p className="bubble">{preview}</p>
          </div>
        )}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** Whom a text is for. */
export const USES: Record<TemplateUse, string> = {
  lead: 'Leads',
  application: 'Aplicações recebidas',
  approved: 'Aplicações aprovadas',
  refused: 'Aplicações recusadas',
  abandoned: 'Quem parou no meio',
  pending: 'Pix e boleto em aberto',
};

/** In the order in which people pass them. */
export const USE_NAMES: readonly TemplateUse[] = [
  'lead',
  'application',
  'approved',
  'refused',
  'abandoned',
  'pending',
];
