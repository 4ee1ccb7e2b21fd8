import { answerCalls } from '../threads/calls.ts';
import { makeCopy } from './make-copy.ts';

const COPY_CALLS = { makeCopy };
export type CopyThread = typeof COPY_CALLS;

answerCalls(COPY_CALLS);
