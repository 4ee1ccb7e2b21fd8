import type { TemplateUse } from '@funil/contract/console/templates';
import { makeDeviceStore } from '../parts/device-store.ts';

/** The id of the text that was last chosen on this device, by use. */
export type RememberedTexts = Readonly<Partial<Record<TemplateUse, number>>>;

const store = makeDeviceStore<RememberedTexts>('funil-console-texts', {});
export const useRememberedTexts = store.useValue;
export const rememberText = (use: TemplateUse, id: number): void => store.change({ [use]: id });
