import { firefox } from './firefox.ts';
import { walkEverywhere } from './journeys.ts';

walkEverywhere(firefox);
