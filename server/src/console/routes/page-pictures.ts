import { MANAGEMENT } from '@funil/contract/operators/roles';
import {
  pictureParams,
  pictureSizeQuery,
  pictureUploadQuery,
} from '@funil/contract/page/page-editor';
import { MAX_PICTURE_BYTES } from '@funil/contract/page/page-engine';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { currentContentFolder, originalsOf } from '../../config/content-folder.ts';
import type { PageDependencies } from '../../page/draft.ts';
import { keepOriginal } from '../../page/originals.ts';
import { ensureOwnContent } from '../../page/own-content.ts';
import { invalidRefusal, notFound } from '../route-refusal.ts';
import { acceptFiles, receiveFile, sentFileSchema } from '../upload.ts';
import { createAddRoute, type RouteDependencies } from './data-route.ts';

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
    PICTURE_TYPES[type] ?? invalidRefusal('file', 'A imagem precisa ser PNG, JPEG, WebP ou AVIF.'),
  maxBytes: MAX_PICTURE_BYTES,
  remedy: 'Diminua a imagem, ou salve-a em JPEG.',
};

export function addPictureRoutes(
  app: FastifyInstance,
  deps: RouteDependencies,
  pageDeps: PageDependencies,
) {
  const { engine, ownContentDir } = pageDeps;
  const originals = originalsOf(deps.page.dataDir);
  createAddRoute(app, deps)(
    'GET page/pictures/:name',
    { roles: MANAGEMENT, params: pictureParams, query: pictureSizeQuery },
    async ({ params, query, reply }) => {
      const folder = currentContentFolder(ownContentDir);
      const picture = await engine.readPicture(folder, params.name, query.width);
      if (!picture) return notFound();
      return reply.type(picture.type).send(Buffer.from(picture.bytes));
    },
  );
  const rule = { roles: MANAGEMENT, query: pictureUploadQuery, body: sentFileSchema };
  app.register(async (uploadApp) => {
    acceptFiles(uploadApp, PICTURE_UPLOAD);
    createAddRoute(uploadApp, deps)('POST page/pictures', rule, (call) =>
      receiveFile(call, { ...PICTURE_UPLOAD, folder: deps.uploadDir }, async (path) => {
        const { name, ...area } = call.query;
        const crop = readCrop(area);
        if (crop === undefined) return invalidRefusal('width', 'O recorte está incompleto.');
        const folder = ensureOwnContent(ownContentDir);
        const picture = await engine.storePicture(folder, { path, name, crop });
        if ('reason' in picture) return invalidRefusal('file', picture.reason);
        await keepOriginal(pageDeps, originals, { uploadPath: path, pictureName: picture.name });
        return picture;
      }),
    );
  });
}

/** Returns the crop; null if the whole picture is wanted; undefined if the crop lacks a number or has no area. */
function readCrop({ left, top, width, height }: Omit<z.infer<typeof pictureUploadQuery>, 'name'>) {
  const numbers = [left, top, width, height];
  if (numbers.every((number) => number === undefined)) return null;
  if (left === undefined || top === undefined || !width || !height) return undefined;
  return { left, top, width, height };
}
