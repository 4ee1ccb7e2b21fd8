import { MANAGEMENT } from '@funil/contract/operators/roles';
import type { EditorForm } from '@funil/contract/page/page-editor';
import type { FastifyInstance } from 'fastify';
import { type PageDependencies, readDraftState } from '../../page/draft.ts';
import { explainEditorError } from '../../page/explain-editor-error.ts';
import { createPublisher } from '../../page/publish.ts';
import { findPublishedAddress } from '../../site/site-info.ts';
import { RouteRefusal } from '../route-refusal.ts';
import type { AddRoute, RouteDependencies } from './data-route.ts';
import { addDraftRoutes } from './page-drafts.ts';
import { addPictureRoutes } from './page-pictures.ts';
import { addPublicationRoutes, findPublishObstacle } from './page-publications.ts';

const EDITOR_NOT_BUILT = new RouteRefusal(
  'busy',
  'O editor da página não foi gerado. Quem cuida do servidor pode gerá-lo.',
);

export function addPageRoutes(addRoute: AddRoute, deps: RouteDependencies, app: FastifyInstance) {
  const { pageEngine: engine } = deps.longTasks;
  const pageDeps: PageDependencies = { ...deps, engine, ownContentDir: deps.page.ownContentDir };
  addEditorRefusals(app, deps);
  const publisher = createPublisher({ ...pageDeps, ...deps.page });
  app.addHook('onClose', () => publisher.close());
  addPublicationRoutes(addRoute, deps, { ...pageDeps, publisher });
  addDraftRoutes(addRoute, pageDeps);
  addPictureRoutes(app, deps, pageDeps);
  let forms: readonly EditorForm[] | null = null;
  addRoute('GET page', { roles: MANAGEMENT }, async () => {
    forms ??= await engine.listForms();
    return {
      forms,
      draft: await readDraftState(pageDeps),
      publication: publisher.publication,
      address: findPublishedAddress(deps.site(), deps.env),
      publish_obstacle: await findPublishObstacle(deps),
    };
  });
}

/** Refuses requests while the page editor is not built. Explains known errors, such as a full disk, to operators. */
function addEditorRefusals(app: FastifyInstance, { longTasks }: RouteDependencies) {
  app.addHook('preHandler', async (_request, reply) => {
    if (longTasks.hasPageEngine()) return;
    const { status, problem } = EDITOR_NOT_BUILT;
    return reply.code(status).send(problem);
  });
  app.setErrorHandler((error, request, reply) => {
    const reason = explainEditorError(error);
    if (reason === null) throw error;
    request.log.error({ err: error }, 'the page editor failed');
    const { status, problem } = new RouteRefusal('busy', reason);
    return reply.code(status).send(problem);
  });
}
