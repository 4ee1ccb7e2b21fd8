import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { Content } from '@funil/content/schema/content';
import type { ImageContent } from '@funil/content/schema/image';
import type { SiteContent } from '@funil/content/schema/site';
import type { PagePreview } from '@funil/contract/page/page-editor';
import { fillSeats } from '@funil/contract/site/seats';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { ApplicationForm } from '../src/forms/application-modal/ApplicationForm.tsx';
import { ApplicationIsland } from '../src/forms/application-modal/ApplicationModal.tsx';
import applicationStyle from '../src/forms/application-modal/application-form.css?inline';
import { createFlow, type Step } from '../src/forms/application-modal/flow.ts';
import progressStyle from '../src/forms/application-modal/progress.css?inline';
import type { OpenApplication } from '../src/forms/application-modal/use-application.ts';
import choicesStyle from '../src/forms/choices.css?inline';
import { LeadDialog } from '../src/forms/lead-dialog/LeadDialog.tsx';
import selectStyle from '../src/forms/select.css?inline';
import { PageSections } from '../src/layout/PageSections.tsx';
import anyLengthStyle from '../src/layout/style/any-length.css?inline';
import pageStyle from '../src/layout/style.css?inline';
import { writeTheme } from '../src/layout/theme.ts';
import { findBrand, findPagePictures } from '../src/page-pictures.ts';
import { heroTone } from '../src/parts/grounds.ts';
import { Message } from '../src/parts/Message.tsx';
import messageStyle from '../src/parts/message.css?inline';
import type { ResolvedPicture } from '../src/parts/Picture.tsx';
import { joinVersions, VERSIONS_STYLE } from '../src/versions.ts';
import { setFormContent } from './form-props.ts';

/** CSS of the page and its forms, which no draft changes. */
export const previewStyle =
  pageStyle +
  progressStyle +
  applicationStyle +
  choicesStyle +
  selectStyle +
  messageStyle +
  VERSIONS_STYLE;

function makeStaticApplication(step: Step, { steps }: ApplicationModalContent): OpenApplication {
  const state = { ...createFlow(steps.asking).closedState, step };
  return {
    state,
    canProceed: true,
    read: () => state,
    dispatch: () => state,
    editField: () => state,
    leaveField: () => state,
    next: () => false,
    back: () => false,
    submit: () => false,
  };
}

/** Renders every step after the welcome; preview-frame.html moves the steps into the dialog. */
function ApplicationSteps({ content }: { content: ApplicationModalContent }) {
  const questionSteps = content.steps.asking.map((_, index) => (index + 1) as Step);
  return [...questionSteps, 5 as const].map((step) => (
    <template key={step} data-application-step={step === 5 ? 'ink' : 'paper'}>
      <ApplicationForm content={content} application={makeStaticApplication(step, content)} />
    </template>
  ));
}

export async function renderPreview(content: Content, folder: string): Promise<PagePreview> {
  const { site, notFound } = content;
  const resolve = makePictureResolver(folder);
  const brand = await findBrand(site, folder, resolve);
  const pictures = await findPagePictures(content, resolve);
  setFormContent(content);
  const html = renderToStaticMarkup(
    <>
      <PageSections
        content={joinVersions(content)}
        brand={brand}
        pictures={pictures}
        year={new Date().getFullYear()}
      />
      <LeadDialog />
      {content.applicationModal && (
        <>
          <ApplicationIsland />
          <ApplicationSteps content={content.applicationModal} />
        </>
      )}
      <template data-not-found>
        <Message {...notFound} brand={brand} tone={heroTone(site.theme)} title={notFound.message} />
      </template>
    </>,
  );
  const theme = [
    site.theme || !site.demo ? anyLengthStyle : '',
    site.theme ? writeTheme(site.theme, readFonts(site, folder)) : '',
  ];
  return { html: fillSeats(html, site.facts.seatsTotal ?? null), theme: theme.join('\n') };
}

/** A transparent pixel; preview-frame.html replaces it by the picture that the URL's fragment names. */
const PLACEHOLDER_PIXEL_URL =
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const UNREADABLE_PICTURE_SIZE = { width: 4, height: 3 };

const sizeByFile = new Map<string, { width: number; height: number }>();

async function readSize(path: string) {
  const { mtimeMs, size } = statSync(path);
  const key = `${path} ${mtimeMs} ${size}`;
  const cachedSize = sizeByFile.get(key);
  if (cachedSize) return cachedSize;
  try {
    const { width, height } = (await sharp(path).metadata()).autoOrient;
    sizeByFile.set(key, { width, height });
    return { width, height };
  } catch {
    // The preview shows an empty place; a publication refuses an unreadable picture.
    return UNREADABLE_PICTURE_SIZE;
  }
}

const makePictureResolver =
  (folder: string) =>
  async ({ image, alt }: ImageContent): Promise<ResolvedPicture> => ({
    ...(await readSize(join(folder, 'images', image))),
    src: `${PLACEHOLDER_PIXEL_URL}#${image}`,
    avif: '',
    alt,
  });

/** Returns URLs of the brand's font files, by the names that the theme expects. */
function readFonts({ theme }: SiteContent, folder: string): Record<string, string> {
  const fonts = Object.entries(theme?.fonts ?? {}).filter(([, name]) => name?.endsWith('.woff2'));
  return Object.fromEntries(
    fonts.map(([role, name]) => {
      const bytes = readFileSync(join(folder, 'fonts', String(name)));
      return [`./fonts/brand-${role}.woff2`, `data:font/woff2;base64,${bytes.toString('base64')}`];
    }),
  );
}
