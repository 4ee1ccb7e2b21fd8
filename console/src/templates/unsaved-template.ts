import type { NewTemplate, Template } from '@funil/contract/console/templates';
import { makeOperatorRecord } from '../parts/stored-json.ts';

/** A template in an open form, which is kept when the session ends or the page is reloaded. */
export interface UnsavedTemplate {
  readonly operatorId: string;
  /** Null for a new template. */
  readonly template: Template | null;
  readonly typed: NewTemplate;
}

const templateRecord = makeOperatorRecord<Omit<UnsavedTemplate, 'operatorId'>>(
  'sessionStorage',
  'funil-console-template',
);

/** Returns the template that this operator left in this tab; null if there is none. */
export function readUnsavedTemplate(operatorId: string): UnsavedTemplate | null {
  const { template = null, typed } = templateRecord.read(operatorId);
  return typed ? { operatorId, template, typed } : null;
}

export const putUnsavedTemplate = ({ operatorId, ...unsaved }: UnsavedTemplate): void =>
  templateRecord.write(operatorId, unsaved);

export const dropUnsavedTemplate = (): void => templateRecord.write('', null);
