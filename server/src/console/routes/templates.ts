import { explainPlaceholders } from '@funil/contract/console/fill-template';
import { ATTENDANTS, MANAGERS } from '@funil/contract/console/roles';
import { newTemplateSchema, templateChangeSchema } from '@funil/contract/console/templates';
import {
  addTemplate,
  changeTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
} from '../../contacts/templates.ts';
import {
  type AddRoute,
  conflictRefusal,
  invalidRefusal,
  notFound,
  numberedParams,
  type RouteDependencies,
} from './data-route.ts';

const MAX_TEMPLATES = 200;

export function addTemplateRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  addRoute('GET templates', { roles: ATTENDANTS }, async () => ({
    items: await listTemplates(database),
  }));
  addRoute('POST templates', { roles: MANAGERS, body: newTemplateSchema }, async (call) => {
    const { body } = call;
    const problem = explainPlaceholders(body.text);
    if (problem) return invalidRefusal('text', problem);
    const existing = await listTemplates(database);
    if (existing.length >= MAX_TEMPLATES) return invalidRefusal('name', 'Já há textos demais.');
    const template = await addTemplate(database, body);
    await call.audit('template.added', { kind: 'template', key: String(template.id) });
    call.reply.code(201);
    return template;
  });
  const rule = { roles: MANAGERS, params: numberedParams, body: templateChangeSchema };
  addRoute('PATCH templates/:id', rule, async ({ params, body, audit }) => {
    const id = Number(params.id);
    const problem = explainPlaceholders(body.text ?? '');
    if (problem) return invalidRefusal('text', problem);
    const template = await changeTemplate(database, id, body);
    if (template) {
      await audit('template.changed', { kind: 'template', key: params.id });
      return template;
    }
    const current = await findTemplate(database, id);
    return current ? conflictRefusal(current) : notFound();
  });
  addRoute('DELETE templates/:id', { roles: MANAGERS, params: numberedParams }, async (call) => {
    const { params } = call;
    if (!(await removeTemplate(database, Number(params.id)))) return notFound();
    await call.audit('template.removed', { kind: 'template', key: params.id });
    return undefined;
  });
}
