import type { TemplateUse } from '@funil/contract/console/templates';
import { makeDeviceStore } from '../parts/device-store.ts';

/** Ids of the texts last chosen on this device. */
export type RememberedTexts = Readonly<Partial<Record<TemplateUse, number>>>;

const textStore = makeDeviceStore<RememberedTexts>('funil-console-texts', {});
export const useRememberedTexts = textStore.useValue;
export const rememberText = (use: TemplateUse, id: number): void => textStore.change({ [use]: id });
