import { walkEverywhere } from './journeys.ts';
import { webkit } from './webkit.ts';

walkEverywhere(webkit);
