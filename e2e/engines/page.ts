import { expect } from 'vitest';
import { readEvents } from '../events.ts';
import type { JourneyTest } from './journeys.ts';
import type { Visitor } from './visitor.ts';

const CAROUSEL = '[data-carousel]';
const VIDEO = '[data-video="demoMembro1"]';
const VIDEO_TITLE = 'Do balcão da farmácia à primeira automação vendida';

async function openCarousel(visitor: Visitor, url: string): Promise<void> {
  await visitor.visit.open(url);
  await visitor.visit.run((carousel) => {
    document.querySelector(carousel)?.scrollIntoView({ behavior: 'instant' });
  }, CAROUSEL);
  await expect.poll(() => visitor.count(`${CAROUSEL}[data-looping]`)).toBe(1);
}

export function walkThroughConversations(journey: JourneyTest): void {
  journey('conversations are led through by arrows, keys and swipes', async (given) => {
    const { visitor, funil } = given;
    await openCarousel(visitor, funil.url);
    await visitor.press('Conversa anterior');
    await visitor.sees('Conversa 7 de 7', CAROUSEL);
    await visitor.press('Próxima conversa');
    await visitor.sees('Conversa 1 de 7', CAROUSEL);
    await visitor.visit.press('ArrowRight');
    await visitor.sees('Conversa 2 de 7', CAROUSEL);
    await visitor.press('Ir para a conversa 1');
    await visitor.sees('Conversa 1 de 7', CAROUSEL);
    await visitor.drag("//*[@data-slide][@aria-label='Conversa 1 de 7']", -160);
    await visitor.sees('Conversa 2 de 7', CAROUSEL);
    expect(await visitor.count('dialog[open]')).toBe(0);
  });

  journey('a conversation opens at full size, and gives the focus back', async (given) => {
    const { visitor, funil } = given;
    await openCarousel(visitor, funil.url);
    await visitor.press('Ampliar a conversa de Camila R.');
    const dialog = '#conversation-dialog[open]';
    await visitor.sees('Conversa 1 de 7', dialog);
    await visitor.visit.press('ArrowRight');
    await visitor.sees('Conversa 2 de 7', dialog);
    await expect
      .poll(() =>
        visitor.visit.run(() => {
          const image = document.querySelector<HTMLImageElement>('[data-enlarged] img');
          return image?.complete ? image.naturalWidth : 0;
        }),
      )
      .toBeGreaterThan(300);
    await visitor.visit.press('Escape');
    await visitor.dialogIsClosed();
    await visitor.focusIsOn('[data-slide]:first-child [data-enlarge]');
  });
}

export function watchAVideo(journey: JourneyTest): void {
  journey(
    'a video plays where its picture stood, and nothing of its host before',
    async (given) => {
      const { visitor, funil } = given;
      await visitor.visit.open(funil.url);
      await visitor.visit.run((video) => {
        document.querySelector(video)?.scrollIntoView({ behavior: 'instant' });
      }, VIDEO);
      await visitor.sees('Clique para assistir', VIDEO);
      expect(new Set(visitor.visit.askedHosts())).toEqual(new Set(['i.ytimg.com']));
      await visitor.click(`//*[@data-video='demoMembro1']//button[@data-play]`);
      await visitor.focusIsOn(`${VIDEO} [data-stop]`);
      const player = `${VIDEO} iframe[src="https://www.youtube-nocookie.com/embed/demoMembro1?autoplay=1"]`;
      expect(await visitor.count(player)).toBe(1);
      await expect.poll(() => visitor.visit.askedHosts()).toContain('www.youtube-nocookie.com');
      await visitor.visit.press('Escape');
      await expect.poll(() => visitor.count('iframe')).toBe(0);
      await visitor.focusIsOn(`${VIDEO} [data-play]`);
      await expect.poll(() => readEvents(funil, 'video_play').length).toBe(1);
      expect(readEvents(funil, 'video_play')).toMatchObject([
        { secao: 'videos', payload: { title: VIDEO_TITLE } },
      ]);
    },
  );
}

export function openModules(journey: JourneyTest): void {
  journey('one module is open at a time', async ({ visitor, funil }) => {
    await visitor.visit.open(funil.url);
    const module = (title: string) => `//summary[.//h3[.='${title}']]`;
    await visitor.click(module('Agentes no WhatsApp'));
    await visitor.sees('Passagem para atendimento humano');
    await visitor.click(module('Diagnóstico e proposta'));
    await expect.poll(() => visitor.read()).not.toContain('Passagem para atendimento humano');
    expect(await visitor.count('details[name="modulo"][open]')).toBe(1);
  });
}
