import {
  explainPlaceholders,
  PLACEHOLDERS,
  type Placeholder,
} from '@funil/contract/console/fill-template';
import type { NewTemplate, Template, TemplateUse } from '@funil/contract/console/templates';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, call, isConflict, isNotFound } from '../api.ts';
import { fillMessage, useMessages } from '../contacts/message.ts';
import { templatesQuery } from '../contacts/queries.ts';
import { Button, TrashButton } from '../parts/Button.tsx';
import { FormDialog } from '../parts/Dialog.tsx';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { FieldError, SelectField, TextArea, TextField } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { keysOf } from '../parts/search-params.ts';
import { runWithErrorToast, showToast, showUndoable } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { queryClient } from '../queries.ts';
import { useUserId } from '../session/session.ts';
import {
  dropUnsavedTemplate,
  putUnsavedTemplate,
  readUnsavedTemplate,
  type UnsavedTemplate,
} from './unsaved-template.ts';

const TEMPLATE_USE_LABELS: Readonly<Record<TemplateUse, string>> = {
  lead: 'Leads',
  application: 'Aplicações recebidas',
  approved: 'Aplicações aprovadas',
  refused: 'Aplicações recusadas',
  abandoned: 'Quem parou no meio',
  pending: 'Pix e boleto em aberto',
  cart: 'Pararam no pagamento',
  buyer: 'Compradores',
  refund: 'Dinheiro devolvido',
};
const TEMPLATE_USES = keysOf(TEMPLATE_USE_LABELS);

export function Templates() {
  const query = useQuery(templatesQuery);
  const items = query.data?.items ?? [];
  const operatorId = useUserId();
  const [edited, setEdited] = useState(() => readUnsavedTemplate(operatorId));
  const close = () => {
    dropUnsavedTemplate();
    setEdited(null);
  };
  return (
    <View
      title="Mensagens"
      subtitle="Os textos que já vão escritos quando você chama alguém no WhatsApp."
      actions={
        <Button
          kind="main"
          onClick={() => setEdited({ operatorId, template: null, typed: EMPTY_TEMPLATE })}
        >
          <Icon name="plus" />
          Novo texto
        </Button>
      }
    >
      <QueryStatus query={query} />
      {query.data && items.length === 0 && (
        <Empty title="Nenhum texto ainda.">Sem texto, a conversa abre em branco.</Empty>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-x-6 gap-y-8 items-start">
        {TEMPLATE_USES.filter((use) => items.some((template) => template.for === use)).map(
          (use) => (
            <section key={use} aria-labelledby={`use-${use}`}>
              <h2 id={`use-${use}`} className="mb-3">
                {TEMPLATE_USE_LABELS[use]}
              </h2>
              <ul className="grid gap-4">
                {items
                  .filter((template) => template.for === use)
                  .map((template) => (
                    <TemplateCard
                      key={template.id}
                      template={template}
                      onEdit={() => setEdited({ operatorId, template, typed: fieldsOf(template) })}
                    />
                  ))}
              </ul>
            </section>
          ),
        )}
      </div>
      {edited !== null && <TemplateForm unsaved={edited} onClose={close} />}
    </View>
  );
}

function TemplateCard({ template, onEdit }: { template: Template; onEdit: () => void }) {
  const { name, text } = template;
  const { valuesFor } = useMessages();
  return (
    <li className="panel grid-rows-[auto_1fr_auto] gap-2">
      <h3>{name}</h3>
      <p className="bubble max-h-none">
        {fillMessage(text, { ...valuesFor(SAMPLE_NAME), ...SAMPLE_VALUES })}
      </p>
      <div className="flex justify-between mt-2">
        <Button aria-label={`Editar ${name}`} onClick={onEdit}>
          Editar
        </Button>
        <TrashButton label={`Apagar ${name}`} onClick={() => void removeTemplate(template)} />
      </div>
    </li>
  );
}

const removeTemplate = (template: Template): Promise<void> =>
  runWithErrorToast(async () => {
    const { id, version, name } = template;
    await call('DELETE templates/:id', { params: { id }, body: { version } });
    showUndoable(`“${name}” apagado.`, () => saveTemplate(null, fieldsOf(template)));
  }, ['templates']);

const EMPTY_TEMPLATE: NewTemplate = { name: '', text: '', for: 'lead' };
const fieldsOf = ({ name, text, for: use }: Template): NewTemplate => ({ name, text, for: use });

const SAMPLE_NAME = 'Ana Souza';
const SAMPLE_VALUES = {
  reason: 'as vagas deste mês acabaram',
  link: 'https://…',
  paymentCode: '00020126…',
};

interface FormProps {
  /** The form's fields at first. */
  unsaved: UnsavedTemplate;
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

function TemplateForm({ unsaved, onClose }: FormProps) {
  const { template } = unsaved;
  const [typed, setTyped] = useState(unsaved.typed);
  const { name, text } = typed;
  const textArea = useRef<HTMLTextAreaElement>(null);
  const { valuesFor } = useMessages();
  const change = (changed: Partial<NewTemplate>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    putUnsavedTemplate({ ...unsaved, typed: next });
  };
  const submit = async () => {
    await saveTemplate(template, { ...typed, name: name.trim(), text: text.trim() });
    // The form may have been left meanwhile.
    dropUnsavedTemplate();
  };
  const insertPlaceholder = (placeholder: Placeholder) => {
    const { selectionStart = text.length, selectionEnd = text.length } = textArea.current ?? {};
    const [before, after] = [text.slice(0, selectionStart), text.slice(selectionEnd)];
    change({ text: `${before}{${placeholder}}${after}` });
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
            maxLength={80}
            required
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <SelectField
            label="Para quem"
            options={Object.entries(TEMPLATE_USE_LABELS)}
            value={typed.for}
            onChange={(chosen) => {
              const use = TEMPLATE_USES.find((listed) => listed === chosen);
              if (use) change({ for: use });
            }}
          />
          <TextArea
            label="Texto"
            ref={textArea}
            rows={5}
            maxLength={2000}
            required
            value={text}
            onChange={({ target }) => change({ text: target.value })}
          >
            <FieldError>{placeholderProblem}</FieldError>
            <div className="buttons">
              {PLACEHOLDERS.map((placeholder) => (
                <Button
                  key={placeholder}
                  className="px-3 border-line rounded-full text-small font-medium"
                  onClick={() => insertPlaceholder(placeholder)}
                >
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

const TEMPLATE_CHANGED_TEXT =
  'Outra pessoa mudou este texto antes. Copie o seu, feche e abra de novo para ver o dela.';
const TEMPLATE_DELETED_TEXT = 'Outra pessoa apagou este texto. Copie o seu, feche e crie um novo.';

/** @param template null for a new template @throws ApiError */
async function saveTemplate(template: Template | null, fields: NewTemplate): Promise<void> {
  try {
    if (template === null) await call('POST templates', { body: fields });
    else {
      const body = { ...fields, version: template.version };
      await call('PATCH templates/:id', { params: { id: template.id }, body });
    }
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
    const message = isConflict(error) ? TEMPLATE_CHANGED_TEXT : TEMPLATE_DELETED_TEXT;
    throw new ApiError(error.status, { code: error.code, message });
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['templates'] });
  }
  showToast('Texto salvo.');
}
