import type { Content } from '@funil/content/schema/content';
import { FORM_MODULES, type FormModule, formProps } from '../build/form-props.ts';

/** The exports of the forms' modules here. The objects stay the same; their fields change with each draft. */
export const draftProps: Readonly<Record<FormModule, object>> = {
  'virtual:form-error': {},
  'virtual:lead-props': {},
  'virtual:application-props': {},
};

/** Sets the content that the forms show until the next call. */
export function setFormContent(content: Content): void {
  const props = formProps(content);
  for (const name of FORM_MODULES) Object.assign(draftProps[name], props[name]);
}
