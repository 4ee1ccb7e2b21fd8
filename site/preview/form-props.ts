import type { Content } from '@funil/content/schema/content';
import { FORM_MODULES, type FormModule, formProps } from '../build/form-props.ts';

/**
 * The forms' modules export these objects. A new draft replaces the fields of these objects instead of the objects,
 * which the forms have already imported.
 */
export const draftProps: Readonly<Record<FormModule, object>> = {
  'virtual:form-error': {},
  'virtual:lead-props': {},
  'virtual:application-props': {},
};

export function setFormContent(content: Content): void {
  const props = formProps(content);
  for (const name of FORM_MODULES) Object.assign(draftProps[name], props[name]);
}
