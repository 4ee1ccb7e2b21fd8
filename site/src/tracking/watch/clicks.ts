import { takeClicks } from '../../behaviours/early-clicks.ts';
import { describeClick } from '../../visitor/click.ts';
import { recordClick } from '../../visitor/record-journey.ts';
import { track } from '../track.ts';

/** Records and tells of every click on a button since the first paint. */
export function watchClicks(): void {
  takeClicks(({ target, time }) => {
    const click = describeClick(target, time);
    if (!click) return;
    recordClick(click);
    const button = { button_name: click.botao, section: click.secao };
    track('click', button, { time });
    const opener = target instanceof Element && target.closest<HTMLElement>('[data-opens]');
    if (opener) track('cta_click', { ...button, opens: opener.dataset.opens ?? '' }, { time });
  });
}
