import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { Content } from '@funil/content/schema/content';
import type { PagePreview } from '@funil/contract/console/page-editor';
import { fillSeats } from '@funil/contract/site/seats';
import { renderToStaticMarkup } from 'react-dom/server';
import { ApplicationForm } from '../src/forms/application-modal/ApplicationForm.tsx';
import { ApplicationIsland } from '../src/forms/application-modal/ApplicationModal.tsx';
import applicationStyle from '../src/forms/application-modal/application-form.css?inline';
import { createFlow, type Step } from '../src/forms/application-modal/flow.ts';
import progressStyle from '../src/forms/application-modal/progress.css?inline';
import type { Application } from '../src/forms/application-modal/use-application.ts';
import choicesStyle from '../src/forms/choices.css?inline';
import { LeadDialog } from '../src/forms/lead-dialog/LeadDialog.tsx';
import selectStyle from '../src/forms/select.css?inline';
import { PageSections } from '../src/layout/PageSections.tsx';
import anyLength from '../src/layout/style/any-length.css?inline';
import pageStyle from '../src/layout/style.css?inline';
import { writeTheme } from '../src/layout/theme.ts';
import { findBrand, findPagePictures } from '../src/page-pictures.ts';
import { firstTone } from '../src/parts/grounds.ts';
import { Message } from '../src/parts/Message.tsx';
import messageStyle from '../src/parts/message.css?inline';
import { makePictureResolver, readFonts } from './draft-pictures.ts';
import { setFormContent } from './form-props.ts';

/** The style of page and forms, which no draft changes. */
export const previewStyle =
  pageStyle + progressStyle + applicationStyle + choicesStyle + selectStyle + messageStyle;

const nothing = () => undefined;

/** Returns an application that stands at a step and does nothing. */
function makeStaticApplication(step: Step, { steps }: ApplicationModalContent): Application {
  const state = { ...createFlow(steps.asking).closedState, step };
  return {
    state,
    canProceed: true,
    read: () => state,
    saveIndicator: { status: 'idle', isVisible: false },
    isOutsideDialog: false,
    isErrorScreenShown: { current: false },
    open: nothing,
    close: nothing,
    edit: () => state,
    leave: () => state,
    next: () => false,
    back: nothing,
    submit: () => false,
  };
}

/** Every step after the welcome as a template, which the frame puts into the dialog. */
function ApplicationSteps({ content }: { content: ApplicationModalContent }) {
  const asking = content.steps.asking.map((_, index) => (index + 1) as Step);
  return [...asking, 5 as const].map((step) => (
    <template key={step} data-application-step={step === 5 ? 'ink' : 'paper'}>
      <ApplicationForm content={content} application={makeStaticApplication(step, content)} />
    </template>
  ));
}

/** Renders the page of a draft by the page's own components. */
export async function renderPreview(content: Content, folder: string): Promise<PagePreview> {
  const { site, notFound } = content;
  const resolve = makePictureResolver(folder);
  const brand = await findBrand(site, folder, resolve);
  const pictures = await findPagePictures(content, resolve);
  setFormContent(content);
  const html = renderToStaticMarkup(
    <>
      <PageSections
        content={content}
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
        <Message
          {...notFound}
          brand={brand}
          tone={firstTone(site.theme)}
          title={notFound.message}
        />
      </template>
    </>,
  );
  const theme = [
    site.theme || !site.demo ? anyLength : '',
    site.theme ? writeTheme(site.theme, readFonts(site, folder)) : '',
  ];
  return { html: fillSeats(html, site.facts.seatsTotal ?? null), theme: theme.join('\n') };
}
