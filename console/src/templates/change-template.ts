import type { NewTemplate, Template } from '@funil/contract/console/templates';
import { ApiError, call, explain } from '../api.ts';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: ['templates'] });

/** Saves a text, new where there is none. @returns what went wrong, or null */
export async function saveTemplate(
  template: Template | null,
  words: NewTemplate,
): Promise<string | null> {
  try {
    if (template === null) await call('templates', { method: 'POST', body: words });
    else {
      const body = { ...words, version: template.version };
      await call(`templates/${template.id}`, { method: 'PATCH', body });
    }
    await refresh();
    tell('Texto salvo.');
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'changed') {
      await refresh();
      return 'Outra pessoa mudou este texto antes. Copie o seu, feche e abra de novo para ver o dela.';
    }
    return explain(error);
  }
}

/** Removes a text at once, and offers it back. */
export async function removeTemplate(template: Template): Promise<void> {
  const { name, text, for: use } = template;
  try {
    await call(`templates/${template.id}`, { method: 'DELETE' });
    await refresh();
    tell(`“${name}” apagado.`, {
      label: 'Desfazer',
      act: () => void saveTemplate(null, { name, text, for: use }),
    });
  } catch (error) {
    warn(explain(error));
  }
}
