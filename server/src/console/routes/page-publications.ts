import { MANAGEMENT } from '@funil/contract/operators/roles';
import {
  type Publication,
  type PublishReview,
  publishSchema,
} from '@funil/contract/page/page-editor';
import type { FastifyReply } from 'fastify';
import { CONSOLE_PROBLEMS, sendConsoleProblem } from '../../http/console-problem.ts';
import { readClientInfo } from '../../operators/sign-in/auth-request.ts';
import { isFactorFresh } from '../../operators/sign-in/authenticate.ts';
import { explainNoBuild } from '../../page/build-page.ts';
import { type PageDependencies, readDraft } from '../../page/draft.ts';
import type { Publisher, PublishOutcome } from '../../page/publish.ts';
import type { PublishedBy } from '../../page/record-publication.ts';
import { reviewDraft } from '../../page/review.ts';
import { listVersions, readVersion } from '../../page/versions.ts';
import { explainOtherServers } from '../../store/running-servers.ts';
import { notFound, RouteRefusal } from '../route-refusal.ts';
import {
  type AddRoute,
  type DataCall,
  numericIdParams,
  type RouteDependencies,
} from './data-route.ts';

/** Returns in Portuguese why this server cannot publish the page; null if it can. */
export const findPublishObstacle = async ({ page, database, now }: RouteDependencies) =>
  explainNoBuild(page) ?? (await explainOtherServers(database, page.listen, now()));

export function addPublicationRoutes(
  addRoute: AddRoute,
  deps: RouteDependencies,
  { publisher, ...pageDeps }: PageDependencies & { readonly publisher: Publisher },
) {
  const refuseIfObstacle = async () => {
    const obstacle = await findPublishObstacle(deps);
    return obstacle === null ? null : new RouteRefusal('invalid', obstacle);
  };
  const publishedBy = ({ operator, request }: DataCall): PublishedBy => ({
    ...operator,
    client: readClientInfo(request),
    isFactorFresh: isFactorFresh(request.auth, deps.now()),
  });
  const review = async (): Promise<PublishReview> =>
    reviewDraft(pageDeps, await readDraft(pageDeps), deps.settings.config);
  addRoute('GET page/review', { roles: MANAGEMENT }, review);
  addRoute('POST page/publish', { roles: MANAGEMENT, body: publishSchema }, async (call) => {
    const { body } = call;
    const refusal = await refuseIfObstacle();
    if (refusal) return refusal;
    const { problems, warnings } = await review();
    if (problems.length > 0) return new RouteRefusal('invalid', 'O rascunho ainda tem problemas.');
    if (!warnings.every((warning) => body.confirmed.includes(warning))) {
      return new RouteRefusal('invalid', 'Confirme os avisos antes de publicar.');
    }
    return answerOutcome(await publisher.publish(body.draft, publishedBy(call)), call);
  });
  addRoute('GET page/publication', { roles: MANAGEMENT }, () => publisher.publication);
  const restoreOptions = { roles: MANAGEMENT, params: numericIdParams };
  addRoute('POST page/versions/:id/restore', restoreOptions, async (call) => {
    const refusal = await refuseIfObstacle();
    if (refusal) return refusal;
    return answerOutcome(await publisher.restore(Number(call.params.id), publishedBy(call)), call);
  });
  addVersionRoutes(addRoute, pageDeps);
}

function answerOutcome(
  outcome: PublishOutcome,
  { reply }: DataCall,
): Publication | RouteRefusal | FastifyReply {
  if (outcome.ok) return outcome.publication;
  switch (outcome.reason) {
    case 'running':
      return new RouteRefusal('busy', `${outcome.by} está publicando agora. Espere terminar.`);
    case 'changed':
      return new RouteRefusal('changed', 'O rascunho mudou depois da revisão. Confira de novo.');
    case 'missing':
      return notFound();
    case 'nothing':
      return new RouteRefusal('invalid', 'Não há nada para publicar.');
    case 'needs-factor':
      return sendConsoleProblem(reply, CONSOLE_PROBLEMS.reauthenticationNeeded);
  }
}

function addVersionRoutes(addRoute: AddRoute, pageDeps: PageDependencies) {
  const { engine } = pageDeps;
  addRoute('GET page/versions', { roles: MANAGEMENT }, async () => {
    return { items: await listVersions(pageDeps) };
  });
  addRoute(
    'GET page/versions/:id',
    { roles: MANAGEMENT, params: numericIdParams },
    async (call) => {
      const version = await readVersion(pageDeps, Number(call.params.id));
      if (!version) return notFound();
      const { folder, valuesWithoutDraft } = await readDraft(pageDeps);
      const values = await engine.readValues(version.texts);
      const { preview } = await engine.check(folder, values);
      const changes = await engine.listChanges(valuesWithoutDraft, {
        ...valuesWithoutDraft,
        ...values,
      });
      return { ...version.version, changes_to_now: changes, preview };
    },
  );
}
