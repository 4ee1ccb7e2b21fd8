import {
  explainPlaceholders,
  PLACEHOLDERS,
  type Placeholder,
} from '@funil/contract/console/fill-template';
import { TEMPLATE_USE_LABELS } from '@funil/contract/console/template-labels';
import type { NewTemplate, Template } from '@funil/contract/console/templates';
import { useRef, useState } from 'react';
import { ApiError, call, isConflict } from '../api.ts';
import { fillMessage, useMessages } from '../contacts/message.ts';
import { Button } from '../parts/Button.tsx';
import { FormDialog } from '../parts/Dialog.tsx';
import { FieldError, SelectField, TextArea, TextField } from '../parts/Fields.tsx';
import { keysOf } from '../parts/search-params.ts';
import { showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';

export const SAMPLE_NAME = 'Ana Souza';
export const SAMPLE_VALUES = {
  reason: 'as vagas deste mês acabaram',
  link: 'https://…',
  paymentCode: '00020126…',
};

interface Props {
  /** Null for a new template. */
  template: Template | null;
  onClose: () => void;
}

const PLACEHOLDER_LABELS: Record<Placeholder, string> = {
  nome: 'Nome inteiro',
  primeiro_nome: 'Primeiro nome',
  produto: 'Produto da página',
  compra: 'O que comprou',
  prazo: 'Prazo de resposta',
  motivo: 'Motivo do não',
  link: 'Link de pagamento',
  copia_e_cola: 'Pix ou boleto, copia e cola',
};

export function TemplateForm({ template, onClose }: Props) {
  const [text, setText] = useState(template?.text ?? '');
  const textArea = useRef<HTMLTextAreaElement>(null);
  const { valuesFor } = useMessages();
  async function submit(data: FormData): Promise<void> {
    const use = TEMPLATE_USES.find((name) => name === data.get('for'));
    if (!use) return;
    const name = String(data.get('name')).trim();
    await saveTemplate(template, { name, text: text.trim(), for: use });
    onClose();
  }
  const insert = (placeholder: Placeholder) => {
    const { selectionStart = text.length, selectionEnd = text.length } = textArea.current ?? {};
    setText(`${text.slice(0, selectionStart)}{${placeholder}}${text.slice(selectionEnd)}`);
    textArea.current?.focus();
  };
  const placeholderProblem = explainPlaceholders(text);
  const preview = fillMessage(text, { ...valuesFor(SAMPLE_NAME), ...SAMPLE_VALUES });
  return (
    <FormDialog
      title={template === null ? 'Novo texto' : 'Editar texto'}
      onClose={onClose}
      submitLabel="Salvar"
      onSubmit={submit}
    >
      {(failure) => (
        <>
          <TextField
            label="Nome do texto"
            name="name"
            maxLength={80}
            required
            defaultValue={template?.name}
          />
          <SelectField
            label="Para quem"
            name="for"
            options={Object.entries(TEMPLATE_USE_LABELS)}
            defaultValue={template?.for}
          />
          <TextArea
            label="Texto"
            ref={textArea}
            rows={5}
            maxLength={2000}
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
          >
            <FieldError>{placeholderProblem}</FieldError>
            <div className="buttons [&_.button]:px-3 [&_.button]:border-line [&_.button]:rounded-full [&_.button]:text-small [&_.button]:font-medium">
              {PLACEHOLDERS.map((placeholder) => (
                <Button key={placeholder} onClick={() => insert(placeholder)}>
                  {PLACEHOLDER_LABELS[placeholder]}
                </Button>
              ))}
            </div>
          </TextArea>
          {preview && (
            <div className="field">
              <p className="text-small font-semibold">Como chega</p>
              <p className="bubble max-h-none">{preview}</p>
            </div>
          )}
          <FieldError>{placeholderProblem === null ? failure : null}</FieldError>
        </>
      )}
    </FormDialog>
  );
}

export const TEMPLATE_USES = keysOf(TEMPLATE_USE_LABELS);

const TEMPLATE_CHANGED_TEXT =
  'Outra pessoa mudou este texto antes. Copie o seu, feche e abra de novo para ver o dela.';

/** @param template null for a new template @throws ApiError */
export async function saveTemplate(template: Template | null, fields: NewTemplate): Promise<void> {
  try {
    if (template === null) await call('POST templates', { body: fields });
    else {
      const body = { ...fields, version: template.version };
      await call('PATCH templates/:id', { params: { id: template.id }, body });
    }
  } catch (error) {
    throw isConflict(error)
      ? new ApiError(error.status, { code: error.code, message: TEMPLATE_CHANGED_TEXT })
      : error;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['templates'] });
  }
  showToast('Texto salvo.');
}
