import type { NewTemplate, Template } from '@funil/contract/console/templates';
import { readStored, writeStored } from '../parts/stored-json.ts';
import { onSignOut } from '../session/session.ts';

const TEMPLATE_KEY = 'funil-console-template';

/** A template in an open form, which is kept when the session ends or the page is reloaded. */
export interface UnsavedTemplate {
  /** The operator's id. */
  readonly owner: string;
  /** Null for a new template. */
  readonly template: Template | null;
  readonly typed: NewTemplate;
}

/** Returns the template that this operator left in this tab; null if there is none. */
export function readUnsavedTemplate(operatorId: string): UnsavedTemplate | null {
  const {
    owner,
    template = null,
    typed,
  } = readStored<UnsavedTemplate>('sessionStorage', TEMPLATE_KEY);
  return owner === operatorId && typed ? { owner, template, typed } : null;
}

export const putUnsavedTemplate = (unsaved: UnsavedTemplate): void =>
  writeStored('sessionStorage', TEMPLATE_KEY, unsaved);

export const dropUnsavedTemplate = (): void => writeStored('sessionStorage', TEMPLATE_KEY, null);

onSignOut(dropUnsavedTemplate);
