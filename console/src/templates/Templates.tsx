import { TEMPLATE_USE_LABELS } from '@funil/contract/console/template-labels';
import type { Template } from '@funil/contract/console/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { fillMessage, useMessages } from '../contacts/message.ts';
import { templatesQuery } from '../contacts/queries.ts';
import { Button, TrashButton } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { runWithErrorToast, showUndoable } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import {
  SAMPLE_NAME,
  SAMPLE_VALUES,
  saveTemplate,
  TEMPLATE_USES,
  TemplateForm,
} from './TemplateForm.tsx';

export function Templates() {
  const query = useQuery(templatesQuery);
  const items = query.data?.items ?? [];
  /** `new` opens an empty form. */
  const [edited, setEdited] = useState<Template | 'new' | null>(null);
  return (
    <View
      title="Mensagens"
      subtitle="Os textos que já vão escritos quando você chama alguém no WhatsApp."
      actions={
        <Button kind="main" onClick={() => setEdited('new')}>
          <Icon name="plus" />
          Novo texto
        </Button>
      }
    >
      <QueryStatus query={query} />
      {query.data && items.length === 0 && (
        <Empty title="Nenhum texto ainda.">Sem texto, a conversa abre em branco.</Empty>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-x-6 gap-y-8 items-start [&_h2]:mb-3 [&_ul]:grid [&_ul]:gap-4">
        {TEMPLATE_USES.filter((use) => items.some((template) => template.for === use)).map(
          (use) => (
            <section key={use} aria-labelledby={`use-${use}`}>
              <h2 id={`use-${use}`}>{TEMPLATE_USE_LABELS[use]}</h2>
              <ul>
                {items
                  .filter((template) => template.for === use)
                  .map((template) => (
                    <TemplateCard
                      key={template.id}
                      template={template}
                      onEdit={() => setEdited(template)}
                    />
                  ))}
              </ul>
            </section>
          ),
        )}
      </div>
      {edited !== null && (
        <TemplateForm template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </View>
  );
}

function TemplateCard({ template, onEdit }: { template: Template; onEdit: () => void }) {
  const { name, text } = template;
  const { valuesFor } = useMessages();
  return (
    <li className="rounded-xl border bg-raised grid grid-rows-[auto_1fr_auto] gap-2 p-4 [&_.bubble]:max-h-none">
      <h3>{name}</h3>
      <p className="bubble">{fillMessage(text, { ...valuesFor(SAMPLE_NAME), ...SAMPLE_VALUES })}</p>
      <div className="flex justify-between mt-2">
        <Button aria-label={`Editar ${name}`} onClick={onEdit}>
          Editar
        </Button>
        <TrashButton label={`Apagar ${name}`} onClick={() => void removeTemplate(template)} />
      </div>
    </li>
  );
}

/** Removes a template without a confirmation, and offers to undo the removal. */
const removeTemplate = ({ id, version, name, text, for: use }: Template): Promise<void> =>
  runWithErrorToast(async () => {
    await call('DELETE templates/:id', { params: { id }, body: { version } });
    showUndoable(`“${name}” apagado.`, () => saveTemplate(null, { name, text, for: use }));
  }, ['templates']);
