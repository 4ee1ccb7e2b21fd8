import {
  type DraftState,
  discardDraftSchema,
  draftFileParams,
  type EditorForm,
  type Publication,
  type PublishReview,
  pictureParams,
  pictureQuery,
  pictureUploadQuery,
  publishSchema,
  saveFieldSchema,
} from '@funil/contract/console/page-editor';
import { MANAGERS } from '@funil/contract/console/roles';
import { isDeeperThan } from '@funil/contract/field-values';
import { MAX_PICTURE_BYTES } from '@funil/contract/page/page-engine';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { currentContentFolder, originalsOf } from '../../config/content-folder.ts';
import { CONSOLE_PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import { readClientInfo } from '../../operators/sign-in/auth-request.ts';
import { isFactorFresh } from '../../operators/sign-in/authenticate.ts';
import {
  describeDraft,
  dropFields,
  type PageDependencies,
  readDraft,
  saveField,
} from '../../page/draft.ts';
import { keepOriginal } from '../../page/originals.ts';
import { ensureOwnContent } from '../../page/own-content.ts';
import {
  createPublisher,
  explainDiskError,
  explainNoBuild,
  type Publisher,
  type PublishOutcome,
} from '../../page/publish.ts';
import type { PublishedBy } from '../../page/record-publication.ts';
import { reviewDraft } from '../../page/review.ts';
import { listVersions, readVersion } from '../../page/versions.ts';
import { zipChangedFiles } from '../../page/zip-files.ts';
import { publicAddress } from '../../site/public-address.ts';
import { explainOtherServers } from '../../store/running-servers.ts';
import { acceptFiles, receiveFile, sentFile } from '../upload.ts';
import {
  type AddRoute,
  conflict,
  createAddRoute,
  type DataCall,
  invalid,
  notFound,
  numberedParams,
  type RouteDependencies,
  RouteRefusal,
} from './data-route.ts';

/** A body has the longest field twice, as it was seen before and as it shall be, with JSON's escapes. */
const MAX_SAVE_BYTES = 1_000_000;

/** The file extension of each picture type that is accepted. */
const PICTURE_TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

const PICTURE_UPLOAD = {
  types: /^image\//,
  extensionOf: (type: string) =>
    PICTURE_TYPES[type] ?? invalid('file', 'A imagem precisa ser PNG, JPEG, WebP ou AVIF.'),
  maxBytes: MAX_PICTURE_BYTES,
  remedy: 'Diminua a imagem, ou salve-a em JPEG.',
};

const NOT_BUILT = new RouteRefusal(
  'busy',
  'O editor da página não foi gerado. Quem cuida do servidor pode gerá-lo.',
);

/** The dependencies that all routes of the editor share. */
interface PageRoutes {
  readonly app: FastifyInstance;
  readonly deps: RouteDependencies;
  readonly pageDeps: PageDependencies;
  readonly publisher: Publisher;
  readonly addRoute: AddRoute;
}

/** Adds the routes of the page's editor. */
export function addPageRoutes(app: FastifyInstance, deps: RouteDependencies) {
  const addRoute = createAddRoute(app, deps);
  const { pageEngine: engine } = deps.longTasks;
  const pageDeps: PageDependencies = { ...deps, engine, ownDir: deps.page.ownDir };
  const publisher = createPublisher({ ...pageDeps, ...deps.page });
  app.addHook('onClose', () => publisher.close());
  addEditorRefusals(app, deps);
  let forms: readonly EditorForm[] | null = null;
  addRoute('GET page', { roles: MANAGERS }, async () => {
    forms ??= await engine.listForms();
    return {
      forms,
      draft: await readDraftState(pageDeps),
      publication: publisher.publication,
      address: publicAddress(deps.site(), deps.env),
      elsewhere: await findElsewhere(deps),
    };
  });
  const routes = { app, deps, pageDeps, publisher, addRoute };
  addDraftRoutes(routes);
  addPublishRoutes(routes);
  addVersionRoutes(routes);
  addSaveRoute(routes);
  addPictureRoutes(routes);
}

/** Refuses every request while the engine is not built, and requests that fail for lack of disk space. */
function addEditorRefusals(app: FastifyInstance, { longTasks }: RouteDependencies) {
  app.addHook('preHandler', async (_request, reply) => {
    if (longTasks.hasPageEngine()) return;
    const { status, problem } = NOT_BUILT;
    return reply.code(status).send(problem);
  });
  app.setErrorHandler((error, request, reply) => {
    const reason = explainDiskError(error);
    if (reason === null) throw error;
    request.log.error({ err: error }, 'writing failed');
    const { status, problem } = new RouteRefusal('busy', reason);
    return reply.code(status).send(problem);
  });
}

/** Returns why the page cannot be published from this server, in Portuguese; null if it can. */
const findElsewhere = async ({ page, database, now }: RouteDependencies) =>
  explainNoBuild(page) ?? (await explainOtherServers(database, page.listen, now()));

async function readDraftState(pageDeps: PageDependencies): Promise<DraftState> {
  const { preview: _, ...state } = await describeDraft(pageDeps, await readDraft(pageDeps));
  return state;
}

function addDraftRoutes({ pageDeps, addRoute }: PageRoutes) {
  const { engine } = pageDeps;
  addRoute('GET page/preview', { roles: MANAGERS }, async () => {
    const draft = await readDraft(pageDeps);
    const { preview } = await describeDraft(pageDeps, draft);
    // A draft with problems has no preview, so the published page is shown instead.
    const published = async () => (await engine.check(draft.folder, draft.saved)).preview;
    return { style: await engine.style(), preview: preview ?? (await published()) };
  });
  addRoute('DELETE page/draft', { roles: MANAGERS }, async () => {
    await dropFields(pageDeps, (await readDraft(pageDeps)).fields);
    return readDraftState(pageDeps);
  });
  addRoute(
    'DELETE page/draft/:file',
    { roles: MANAGERS, params: draftFileParams, body: discardDraftSchema },
    async ({ params, body }) => {
      const { fields } = await readDraft(pageDeps);
      const seenFields = fields.filter(
        ({ file, path, changed_at }) =>
          file === params.file &&
          body.fields.includes(path[0] ?? '') &&
          changed_at <= body.changed_at,
      );
      await dropFields(pageDeps, seenFields);
      return readDraftState(pageDeps);
    },
  );
  addRoute('GET page/files.zip', { roles: MANAGERS }, async ({ reply }) => {
    const zip = await zipChangedFiles(pageDeps);
    return reply
      .headers({ 'content-disposition': 'attachment; filename="pagina.zip"' })
      .type('application/zip')
      .send(zip);
  });
}

function addPublishRoutes({ deps, pageDeps, publisher, addRoute }: PageRoutes) {
  const refuseElsewhere = async () => {
    const elsewhere = await findElsewhere(deps);
    return elsewhere === null ? null : new RouteRefusal('invalid', elsewhere);
  };
  const publishedBy = ({ operator, request }: DataCall): PublishedBy => ({
    ...operator,
    client: readClientInfo(request),
    isFactorFresh: isFactorFresh(request.auth, deps.now()),
  });
  const review = async (): Promise<PublishReview> =>
    reviewDraft(pageDeps, await readDraft(pageDeps), deps.settings.config);
  addRoute('GET page/review', { roles: MANAGERS }, review);
  addRoute('POST page/publish', { roles: MANAGERS, body: publishSchema }, async (call) => {
    const { body } = call;
    const refusal = await refuseElsewhere();
    if (refusal) return refusal;
    const { problems, warnings } = await review();
    if (problems.length > 0) return new RouteRefusal('invalid', 'O rascunho ainda tem problemas.');
    if (!warnings.every((warning) => body.confirmed.includes(warning))) {
      return new RouteRefusal('invalid', 'Confirme os avisos antes de publicar.');
    }
    return answerOutcome(await publisher.publish(body.draft, publishedBy(call)), call);
  });
  addRoute('GET page/publication', { roles: MANAGERS }, () => publisher.publication);
  const restoreRule = { roles: MANAGERS, params: numberedParams };
  addRoute('POST page/versions/:id/restore', restoreRule, async (call) => {
    const refusal = await refuseElsewhere();
    if (refusal) return refusal;
    return answerOutcome(await publisher.restore(Number(call.params.id), publishedBy(call)), call);
  });
}

/** Answers with the publication's state or why it did not begin. */
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
      return sendProblem(reply, CONSOLE_PROBLEMS.reauthenticationNeeded);
  }
}

function addVersionRoutes({ pageDeps, addRoute }: PageRoutes) {
  const { engine } = pageDeps;
  addRoute('GET page/versions', { roles: MANAGERS }, async () => {
    return { items: await listVersions(pageDeps) };
  });
  addRoute('GET page/versions/:id', { roles: MANAGERS, params: numberedParams }, async (call) => {
    const version = await readVersion(pageDeps, Number(call.params.id));
    if (!version) return notFound();
    const { folder, saved } = await readDraft(pageDeps);
    const values = await engine.readValues(version.texts);
    const { preview } = await engine.check(folder, values);
    const changes = await engine.listChanges(saved, { ...saved, ...values });
    return { ...version.version, changes_to_now: changes, preview };
  });
}

function addSaveRoute({ app, deps, pageDeps }: PageRoutes) {
  const addRoute = createAddRoute(app, deps, MAX_SAVE_BYTES);
  addRoute(
    'PATCH page/draft/:file',
    { roles: MANAGERS, params: draftFileParams, body: saveFieldSchema },
    async ({ params: { file }, body: { path, before, value }, operator }) => {
      if (isDeeperThan(value, MAX_FIELD_DEPTH)) return invalid('value');
      const outcome = await saveField(pageDeps, { file, path, before, value, by: operator.email });
      if (outcome.ok) {
        const { problems, facts, preview } = await describeDraft(pageDeps, outcome.draft);
        return { file: outcome.file, problems, facts, preview };
      }
      switch (outcome.reason) {
        case 'changed':
          return conflict(outcome.current);
        case 'unreadable':
          return invalid(
            'value',
            `Esta parte mudou fora do painel e não pode ser lida. Consertada, o que você digitou é salvo. ${outcome.sentence}`,
          );
        case 'too-large':
          return invalid(
            'value',
            'Esta parte da página ficou grande demais. Tire itens ou textos.',
          );
        case 'refused':
          return invalid('path');
        case 'missing':
          return notFound();
      }
    },
  );
}

/** Maximum nesting of groups and lists: three times that of any schema. */
const MAX_FIELD_DEPTH = 32;

function addPictureRoutes({ app, deps, pageDeps, addRoute }: PageRoutes) {
  const { engine, ownDir } = pageDeps;
  const originals = originalsOf(deps.page.dataDir);
  addRoute(
    'GET page/pictures/:name',
    { roles: MANAGERS, params: pictureParams, query: pictureQuery },
    async ({ params, query, reply }) => {
      const folder = currentContentFolder(ownDir);
      const picture = await engine.readPicture(folder, params.name, query.width);
      if (!picture) return notFound();
      return reply.type(picture.type).send(Buffer.from(picture.bytes));
    },
  );
  const rule = { roles: MANAGERS, query: pictureUploadQuery, body: sentFile };
  app.register(async (uploads) => {
    acceptFiles(uploads, PICTURE_UPLOAD);
    createAddRoute(uploads, deps)('POST page/pictures', rule, (call) =>
      receiveFile(call, { ...PICTURE_UPLOAD, folder: deps.uploadDir }, async (path) => {
        const { name, ...area } = call.query;
        const crop = readCrop(area);
        if (crop === undefined) return invalid('width', 'O recorte está incompleto.');
        const folder = ensureOwnContent(ownDir);
        const stored = await engine.storePicture(folder, { path, name, crop });
        if ('reason' in stored) return invalid('file', stored.reason);
        await keepOriginal(pageDeps, originals, { path, picture: stored.name });
        return stored;
      }),
    );
  });
}

type CropArea = {
  left?: number | undefined;
  top?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
};

/** Returns the part of a picture to keep; null: all of it; undefined: the numbers are incomplete. */
function readCrop({ left, top, width, height }: CropArea) {
  const numbers = [left, top, width, height];
  if (numbers.every((number) => number === undefined)) return null;
  if (left === undefined || top === undefined || !width || !height) return undefined;
  return { left, top, width, height };
}
