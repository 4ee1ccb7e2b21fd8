import { explainPlaceholders } from '@funil/contract/console/fill-template';
import {
  newTemplateSchema,
  templateChangeSchema,
  templateRemovalSchema,
} from '@funil/contract/console/templates';
import { CONTACT_STAFF, MANAGEMENT } from '@funil/contract/operators/roles';
import {
  addTemplate,
  changeTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
} from '../../contacts/templates.ts';
import { conflictRefusal, invalidRefusal, notFound } from '../route-refusal.ts';
import { type AddRoute, numericIdParams, type RouteDependencies } from './data-route.ts';

const MAX_TEMPLATES = 200;

export function addTemplateRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  const refuseChange = async (id: number) => {
    const template = await findTemplate(database, id);
    return template ? conflictRefusal(template) : notFound();
  };
  addRoute('GET templates', { roles: CONTACT_STAFF }, async () => ({
    items: await listTemplates(database),
  }));
  addRoute('POST templates', { roles: MANAGEMENT, body: newTemplateSchema }, async (call) => {
    const { body } = call;
    const problem = explainPlaceholders(body.text);
    if (problem) return invalidRefusal('text', problem);
    const templates = await listTemplates(database);
    if (templates.length >= MAX_TEMPLATES) return invalidRefusal('name', 'Já há textos demais.');
    const template = await addTemplate(database, body);
    await call.audit('template.added', { kind: 'template', key: String(template.id) });
    call.reply.code(201);
    return template;
  });
  const rule = { roles: MANAGEMENT, params: numericIdParams, body: templateChangeSchema };
  addRoute('PATCH templates/:id', rule, async ({ params, body, audit }) => {
    const id = Number(params.id);
    const problem = explainPlaceholders(body.text ?? '');
    if (problem) return invalidRefusal('text', problem);
    const template = await changeTemplate(database, id, body);
    if (template) {
      await audit('template.changed', { kind: 'template', key: params.id });
      return template;
    }
    return refuseChange(id);
  });
  const removalOptions = {
    roles: MANAGEMENT,
    params: numericIdParams,
    body: templateRemovalSchema,
  };
  addRoute('DELETE templates/:id', removalOptions, async ({ params, body, audit }) => {
    const id = Number(params.id);
    if (!(await removeTemplate(database, id, body.version))) return refuseChange(id);
    await audit('template.removed', { kind: 'template', key: params.id });
    return undefined;
  });
}
