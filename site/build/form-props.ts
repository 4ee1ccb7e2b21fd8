import type { Content } from '@funil/content/schema/content';
import { resolveCheckout } from '@funil/contract/sales/checkout';
import type { StatusTexts } from '../src/forms/Notices.tsx';

/** Modules with the forms' texts. The modules load with the forms' code, so that the document has no text twice. */
export const FORM_MODULES = [
  'virtual:form-error',
  'virtual:lead-props',
  'virtual:application-props',
] as const;
export type FormModule = (typeof FORM_MODULES)[number];

export const isFormModule = (name: string): name is FormModule =>
  FORM_MODULES.some((module) => module === name);

export function formProps({ site, leadDialog, applicationModal, notFound }: Content) {
  const { page, autoSave, checkout } = site;
  const statusTexts = (regionLabel: string): StatusTexts => ({
    autoSave,
    regionLabel,
    closeToastLabel: page.closeToast,
  });
  const { title, formDescription, retry } = notFound.error;
  return {
    'virtual:form-error': { title, formDescription, retry },
    'virtual:lead-props': {
      content: leadDialog,
      checkout: resolveCheckout(checkout),
      status: statusTexts(page.toastRegion),
    },
    'virtual:application-props': applicationModal
      ? {
          content: applicationModal,
          status: statusTexts(`${page.toastRegion}, ${applicationModal.label}`),
        }
      : null,
  };
}
