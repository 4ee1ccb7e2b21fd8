import { answerCalls } from '../threads/calls.ts';
import { readCopyState } from './copy-names.ts';
import type { makeCopy } from './make-copy.ts';

const COPY_CALLS = {
  readCopyState,
  // Loaded only to copy, because the state is read every minute.
  makeCopy: async (...copy: Parameters<typeof makeCopy>) =>
    (await import('./make-copy.ts')).makeCopy(...copy),
};
export type CopyThread = typeof COPY_CALLS;

answerCalls(COPY_CALLS);
