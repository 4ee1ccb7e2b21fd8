// The server imports this bundle to check, write and preview content, so that it needs no code of the page.
import { checkDraft, checkPictures } from '@funil/content/edit/check-draft';
import { changeTexts, readTexts, readValues, writeTexts } from '@funil/content/edit/content-copy';
import { describeForms } from '@funil/content/edit/describe-content';
import { findWarnings, listChanges } from '@funil/content/edit/list-changes';
import { readPicture, storePicture } from '@funil/content/edit/pictures';
import type { PageEngine } from '@funil/contract/page/page-engine';
import { previewStyle, renderPreview } from './render-preview.tsx';

export const engine: PageEngine = {
  listForms: describeForms,
  readTexts,
  readValues,
  changeTexts,
  writeTexts,
  async check(folder, values) {
    const { content, problems, insights } = checkDraft(values, folder);
    return { problems, insights, preview: content && (await renderPreview(content, folder)) };
  },
  style: () => previewStyle,
  listChanges,
  async review(folder, before, after) {
    const { content, problems } = checkDraft(after, folder);
    const earlier = checkDraft(before, folder).content;
    return {
      changes: listChanges(before, after),
      problems: content ? await checkPictures(after, folder) : problems,
      warnings: content ? findWarnings(earlier, content) : [],
    };
  },
  storePicture,
  readPicture,
};
