import { newTemplateSchema, templateChangeSchema } from '@funil/contract/console/templates';
import type { FastifyInstance } from 'fastify';
import {
  addTemplate,
  changeTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
} from '../../leads/templates.ts';
import { addRoute, changed, type DataParts, invalid, notFound, numbered } from './data-route.ts';

/** More texts than anybody chooses from. */
const MOST_TEMPLATES = 200;

/** Texts that open a conversation: read, added, changed and removed by any operator. */
export function addTemplateRoutes(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  addRoute([app, parts], 'GET templates', {}, async () => ({
    items: await listTemplates(database),
  }));
  addRoute(
    [app, parts],
    'POST templates',
    { body: newTemplateSchema },
    async ({ body, reply, audit }) => {
      const known = await listTemplates(database);
      if (known.length >= MOST_TEMPLATES) return invalid('name', 'Já há textos demais.');
      const template = await addTemplate(database, body);
      await audit('template.added', { kind: 'template', key: String(template.id) });
      reply.code(201);
      return template;
    },
  );
  addRoute(
    [app, parts],
    'PATCH templates/:id',
    { params: numbered, body: templateChangeSchema },
    async ({ params, body, audit }) => {
      const id = Number(params.id);
      const template = await changeTemplate(database, { id, ...body });
      if (template) {
        await audit('template.changed', { kind: 'template', key: params.id });
        return template;
      }
      const current = await findTemplate(database, id);
      return current ? changed(current) : notFound();
    },
  );
  addRoute(
    [app, parts],
    'DELETE templates/:id',
    { params: numbered },
    async ({ params, audit }) => {
      if (!(await removeTemplate(database, Number(params.id)))) return notFound();
      await audit('template.removed', { kind: 'template', key: params.id });
      return undefined;
    },
  );
}
