import { html, type Markup } from '../../markup/html.ts';

export interface Bar {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  readonly value: string;
  /** Drawn in another colour: what it is, its label says. */
  readonly tone?: 'plain' | 'money' | 'back' | 'quiet';
}

/** The least that is drawn of what is more than nothing. */
const LEAST = 0.006;

/** Horizontal bars, a row each; text and bars wrap to the width there is. A table says the same. */
export function drawBars(bars: readonly Bar[], title: string): Markup {
  const rows = bars.map(({ label, share, value, tone = 'plain' }) => {
    const width = Math.min(1, Math.max(share, share > 0 ? LEAST : 0)) * 100;
    return html`<p><span>${label}</span><span class="value">${value}</span>
      <span class="track"><i class="${tone}" style="width:${width.toFixed(1)}%"></i></span></p>`;
  });
  const told = bars.map(({ label, value }) => `${label}: ${value}`).join('; ');
  return html`<div class="bars" role="img" aria-label="${title}. ${told}">${rows}</div>`;
}
