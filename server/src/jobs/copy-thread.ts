import { makeCopy } from '../copies/make-copy.ts';
import { answerCalls } from './calls.ts';

const COPY_CALLS = { makeCopy };
export type CopyThread = typeof COPY_CALLS;

answerCalls(COPY_CALLS);
