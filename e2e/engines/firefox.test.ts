import { firefox } from './firefox.ts';
import { registerJourneys } from './journeys.ts';

registerJourneys(firefox);
