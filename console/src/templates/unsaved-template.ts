import type { NewTemplate, Template } from '@funil/contract/console/templates';
import { makeOwnRecord } from '../parts/stored-json.ts';

/** A template in an open form, which is kept when the session ends or the page is reloaded. */
export interface UnsavedTemplate {
  /** The operator's id. */
  readonly owner: string;
  /** Null for a new template. */
  readonly template: Template | null;
  readonly typed: NewTemplate;
}

const templateRecord = makeOwnRecord<Omit<UnsavedTemplate, 'owner'>>(
  'sessionStorage',
  'funil-console-template',
);

/** Returns the template that this operator left in this tab; null if there is none. */
export function readUnsavedTemplate(owner: string): UnsavedTemplate | null {
  const { template = null, typed } = templateRecord.read(owner);
  return typed ? { owner, template, typed } : null;
}

export const putUnsavedTemplate = ({ owner, ...unsaved }: UnsavedTemplate): void =>
  templateRecord.write(owner, unsaved);

export const dropUnsavedTemplate = (): void => templateRecord.write('', null);
