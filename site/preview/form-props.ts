// The props of the forms, which in the page's build are modules of texts. They change with each draft.
import type { Content } from '@funil/content/schema/content';
import type { StatusTexts } from '../src/forms/FormStatus.tsx';

let content: Content | null = null;

/** Sets the content that the forms show until the next call. */
export const setFormContent = (next: Content): void => {
  content = next;
};

function current(): Content {
  if (content === null) throw new Error('No content is set.');
  return content;
}

const status = (): StatusTexts => {
  const { site } = current();
  const { toastRegion: regionLabel, closeToast: closeToastLabel } = site.page;
  return { autoSave: site.autoSave, regionLabel, closeToastLabel };
};

export const leadProps = {
  get content() {
    return current().leadDialog;
  },
  get checkout() {
    return current().site.checkout;
  },
  get status() {
    return status();
  },
};

export const applicationProps = {
  get content() {
    return current().applicationModal;
  },
  get status() {
    return status();
  },
};

export const formErrorProps = {
  get title() {
    return current().notFound.error.title;
  },
  get formDescription() {
    return current().notFound.error.formDescription;
  },
  get retry() {
    return current().notFound.error.retry;
  },
};
