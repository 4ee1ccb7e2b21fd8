import type { Template, TemplatesAnswer, TemplateUse } from '@funil/contract/console/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { templatesQuery } from '../contacts/queries.ts';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { runAction, showToast } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { saveTemplate, TemplateForm, USE_NAMES, USES } from './TemplateForm.tsx';
import './templates.css';

const NEW = 'new';

/** The operator's own words, which open every conversation. */
export function Templates() {
  const query = useQuery(templatesQuery);
  const { data } = query;
  const [edited, setEdited] = useState<Template | typeof NEW | null>(null);
  return (
    <View
      title="Mensagens"
      subtitle="Os textos que já vão escritos quando você chama alguém no WhatsApp."
      actions={
        <button type="button" className="button main" onClick={() => setEdited(NEW)}>
          <Icon name="plus" />
          Novo texto
        </button>
      }
    >
      <QueryStatus query={query} />
      {data && <Groups data={data} onEdit={setEdited} />}
      {edited !== null && (
        <TemplateForm template={edited === NEW ? null : edited} onClose={() => setEdited(null)} />
      )}
    </View>
  );
}

interface GroupsProps {
  data: TemplatesAnswer;
  onEdit: (template: Template) => void;
}

function Groups({ data, onEdit }: GroupsProps) {
  if (data.items.length === 0) {
    return <Empty title="Nenhum texto ainda.">Sem texto, a conversa abre em branco.</Empty>;
  }
  return (
    <div className="templates">
      {USE_NAMES.map((use) => (
        <Group
          key={use}
          use={use}
          templates={data.items.filter((template) => template.for === use)}
          onEdit={onEdit}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  use: TemplateUse;
  templates: readonly Template[];
  onEdit: (template: Template) => void;
}

function Group({ use, templates, onEdit }: GroupProps) {
  if (templates.length === 0) return null;
  return (
    <section aria-labelledby={`use-${use}`}>
      <h2 id={`use-${use}`}>{USES[use]}</h2>
      <ul>
        {templates.map((template) => (
          <li key={template.id} className="panel template">
            <h3>{template.name}</h3>
            <p className="template-text">{template.text}</p>
            <div className="template-actions">
              <button
                type="button"
                className="button"
                aria-label={`Editar ${template.name}`}
                onClick={() => onEdit(template)}
              >
                Editar
              </button>
              <button
                type="button"
                className="button quiet square"
                aria-label={`Apagar ${template.name}`}
                onClick={() => void removeTemplate(template)}
              >
                <Icon name="trash" />
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Removes a text at once, and offers it back. */
const removeTemplate = ({ id, name, text, for: use }: Template): Promise<void> =>
  runAction(async () => {
    await call(`templates/${id}`, { method: 'DELETE' });
    showToast(`“${name}” apagado.`, {
      label: 'Desfazer',
      onClick: () => void runAction(() => saveTemplate(null, { name, text, for: use })),
    });
  }, ['templates']);
