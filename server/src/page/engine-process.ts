import { pathToFileURL } from 'node:url';
import type { PageEngine } from '@funil/contract/page/page-engine';
import { answerCalls } from '../threads/calls.ts';

const [, , bundle = ''] = process.argv;
const { engine }: { engine: PageEngine } = await import(pathToFileURL(bundle).href);
answerCalls(engine);
