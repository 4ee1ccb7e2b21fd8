import { expect } from 'vitest';
import type { JourneyTest } from './journeys.ts';

/** How many headings a reader would not find: hidden, or fully transparent. */
function countUnreadable(): number {
  const headings = [...document.querySelectorAll('main :is(h1, h2)')];
  const isReadable = (heading: Element) => {
    for (let part: Element | null = heading; part; part = part.parentElement) {
      if (getComputedStyle(part).opacity === '0') return false;
    }
    return heading.checkVisibility({ visibilityProperty: true });
  };
  return headings.filter((heading) => !isReadable(heading)).length;
}

export function lookAtTheLetters(journey: JourneyTest): void {
  journey('what matters in a light section’s title is underlined', async ({ visitor, funil }) => {
    await visitor.visit.open(funil.url);
    const underlined = () =>
      [...document.querySelectorAll('[data-tone="paper"] h2 .emphasis')].map(
        (words) => getComputedStyle(words).textDecorationLine,
      );
    expect(new Set(await visitor.visit.run(underlined))).toEqual(new Set(['underline']));
    const price = () =>
      getComputedStyle(document.querySelector('[data-section="oferta"] s') ?? document.body)
        .textDecorationLine;
    expect(await visitor.visit.run(price)).toBe('line-through');
  });
}

export function readWithoutScript(journey: JourneyTest): void {
  journey(
    'without JavaScript all is readable, and modules, pictures and videos can be reached',
    async ({ visitor, funil }) => {
      await visitor.visit.open(funil.url);
      expect(await visitor.visit.run(countUnreadable)).toBe(0);
      expect(await visitor.count('main section[data-section]')).toBe(11);
      expect(await visitor.count('[data-reveal="waiting"]')).toBe(0);
      await visitor.sees('O formulário precisa de JavaScript');
      await visitor.click(`//summary[.//h3[.='Fluxos automáticos']]`);
      await visitor.sees('Gatilhos, filtros e caminhos alternativos');
      expect(await visitor.count('figure a[href^="https://www.youtube.com/watch"]')).toBe(7);
      expect(await visitor.count('[data-slide] img')).toBe(7);
    },
    { javaScript: false },
  );
}

export function visitInMotion(journey: JourneyTest): void {
  journey('parts below the fold rise as they come into view', async ({ visitor, funil }) => {
    await visitor.visit.open(funil.url);
    const title = '[data-section="fundador"] [data-reveal]';
    await expect.poll(() => visitor.count('[data-reveal="waiting"]')).toBeGreaterThan(3);
    await visitor.visit.run((title) => {
      document.querySelector(title)?.scrollIntoView({ block: 'center', behavior: 'instant' });
    }, title);
    await expect.poll(() => visitor.count(`${title}[data-reveal="waiting"]`)).toBe(0);
  });

  journey(
    'with reduced motion nothing waits to rise, and a link leads there at once',
    async ({ visitor, funil }) => {
      await visitor.visit.open(funil.url);
      const counter = () => document.querySelector('[data-counter]')?.textContent;
      expect(await visitor.visit.run(counter)).toBe('4');
      await visitor.press('Quero entrar na comunidade');
      await visitor.focusIsOn('#lead-nome');
      await visitor.visit.press('Escape');
      await visitor.dialogIsClosed();
      expect(await visitor.count('[data-reveal="waiting"], [data-reveal="shown"]')).toBe(0);
      expect(await visitor.visit.run(countUnreadable)).toBe(0);
      const running = () =>
        document.getAnimations().filter(({ playState }) => playState === 'running').length;
      expect(await visitor.visit.run(running)).toBe(0);
    },
    { reducedMotion: true },
  );
}
