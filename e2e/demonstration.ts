import { loadContent } from '../content/load/load.ts';

const { site, testimonials, videos, team } = loadContent();

/** The sections of the demonstration in page order. */
export const SECTIONS = ['hero', ...site.sections, 'footer'];
export const CONVERSATION_SCREENSHOTS = testimonials?.items ?? [];
export const VIDEOS = [videos, team].flatMap((section) => section?.videos ?? []);
