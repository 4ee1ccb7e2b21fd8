import { isDeeperThan, replaceAtPath, valueAtPath } from '@funil/contract/field-values';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import {
  discardDraftSchema,
  draftFileParams,
  draftHashSchema,
  saveFieldSchema,
} from '@funil/contract/page/page-editor';
import type { PageValues } from '@funil/contract/page/page-engine';
import {
  dropFields,
  hashDraft,
  type PageDependencies,
  readDraft,
  readDraftState,
  saveField,
} from '../../page/draft.ts';
import { zipChangedFiles } from '../../page/zip-files.ts';
import { conflictRefusal, invalidRefusal, notFound, RouteRefusal } from '../route-refusal.ts';
import type { AddRoute } from './data-route.ts';

/** The body holds a field's old and new value, both up to the maximum length, which JSON's escapes extend further. */
const MAX_SAVE_BYTES = 1_000_000;
/** The values of every field's schema are nested less deeply. */
const MAX_FIELD_DEPTH = 32;

export function addDraftRoutes(addRoute: AddRoute, pageDeps: PageDependencies) {
  const { engine } = pageDeps;
  addRoute('GET page/preview', { roles: MANAGEMENT }, async () => {
    const { folder, values, valuesWithoutDraft } = await readDraft(pageDeps);
    const { preview, problems } = await engine.check(folder, values);
    // A draft with problems has no preview, so each invalid field is shown with its value from before the draft.
    const validValues = problems.reduce<PageValues>((page, { file, path: [field = ''] }) => {
      const fieldPath = [file, field];
      return Object(replaceAtPath(page, fieldPath, valueAtPath(valuesWithoutDraft, fieldPath)));
    }, values);
    const previewOf = async (page: PageValues) => (await engine.check(folder, page)).preview;
    return {
      style: await engine.style(),
      preview: preview ?? (await previewOf(validValues)) ?? (await previewOf(valuesWithoutDraft)),
    };
  });
  const draftHashOptions = { roles: MANAGEMENT, body: draftHashSchema };
  addRoute('DELETE page/draft', draftHashOptions, async ({ body }) => {
    const draft = await readDraft(pageDeps);
    if (hashDraft(draft) !== body.draft) {
      return new RouteRefusal(
        'changed',
        'O rascunho mudou depois que você o viu. Veja em Publicar o que mudou e descarte de novo.',
      );
    }
    await dropFields(pageDeps, draft.fields);
    return readDraftState(pageDeps);
  });
  addRoute(
    'DELETE page/draft/:file',
    { roles: MANAGEMENT, params: draftFileParams, body: discardDraftSchema },
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
  addRoute('GET page/files.zip', { roles: MANAGEMENT }, async ({ reply }) => {
    const zip = await zipChangedFiles(pageDeps);
    return reply
      .headers({ 'content-disposition': 'attachment; filename="pagina.zip"' })
      .type('application/zip')
      .send(zip);
  });
  addSaveRoute(addRoute, pageDeps);
}

function addSaveRoute(addRoute: AddRoute, pageDeps: PageDependencies) {
  addRoute(
    'PATCH page/draft/:file',
    {
      roles: MANAGEMENT,
      params: draftFileParams,
      body: saveFieldSchema,
      bodyLimit: MAX_SAVE_BYTES,
    },
    async ({ params: { file }, body: { path, before, value }, operator }) => {
      if (isDeeperThan(value, MAX_FIELD_DEPTH)) return invalidRefusal('value');
      const outcome = await saveField(pageDeps, { file, path, before, value, by: operator.email });
      if (outcome.ok) {
        const { folder, values } = outcome.draft;
        return { file: outcome.file, ...(await pageDeps.engine.check(folder, values)) };
      }
      switch (outcome.reason) {
        case 'changed':
          return conflictRefusal(outcome.current);
        case 'unreadable':
          return invalidRefusal(
            'value',
            `Esta parte mudou fora do painel e não pode ser lida. Depois do conserto, o que você digitou é salvo. ${outcome.sentence}`,
          );
        case 'too-large':
          return invalidRefusal(
            'value',
            'Esta parte da página ficou grande demais. Tire itens ou textos.',
          );
        case 'invalid-path':
          return invalidRefusal('path');
        case 'missing':
          return notFound();
      }
    },
  );
}
