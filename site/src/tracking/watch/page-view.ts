import { describeLocation } from '../../visitor/arrival.ts';
import { track } from '../track.ts';
import { afterLoad } from '../when-idle.ts';

const DELAY = 1000;

/** Tells of the page view one second after the page has loaded. */
export function watchPageView(): void {
  const tell = () =>
    track('page_view', {
      page_title: document.title,
      page_location: describeLocation(new URL(window.location.href)),
    });
  afterLoad(() => setTimeout(tell, DELAY));
}
