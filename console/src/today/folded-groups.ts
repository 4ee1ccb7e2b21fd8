import { makeDeviceStore } from '../parts/device-store.ts';
import type { GroupName } from './arrange-queue.ts';

/** Whether a group is folded, as far as the operator has chosen on this device. */
type FoldedGroups = Readonly<Partial<Record<GroupName, boolean>>>;

/** Old payments are shown when the operator asks for them. */
const store = makeDeviceStore<FoldedGroups>('funil-console-folded', { lapsed: true });
export const useFoldedGroups = store.useValue;
export const setFolded = (name: GroupName, isFolded: boolean): void =>
  store.change({ [name]: isFolded });
