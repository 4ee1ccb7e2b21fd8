import type { Content } from '@funil/content/schema/content';
import { FORM_MODULES, type FormModule, formProps } from '../build/form-props.ts';

/** The forms have already imported these objects, so a new draft replaces their fields. */
export const draftProps: Readonly<Record<FormModule, object>> = {
  'virtual:form-error': {},
  'virtual:lead-props': {},
  'virtual:application-props': {},
};

export function setFormContent(content: Content): void {
  const props = formProps(content);
  for (const name of FORM_MODULES) Object.assign(draftProps[name], props[name]);
}
