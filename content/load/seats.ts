import { placeSentences, seatsPlace } from '@funil/contract/site/seats';
import type { Content } from '../schema/content.ts';
import { mapTexts } from './texts.ts';

/** Returns a title with a place for each part: the marks of emphasis become elements around them. */
function placeTitle(title: string, instead: string): string {
  const [parts, others] = [title.split('**'), instead.split('**')];
  const longer = parts.length > others.length ? parts : others;
  return longer.map((_, index) => seatsPlace(parts[index] ?? '', others[index] ?? '')).join('**');
}

/**
 * Returns content in which every text about the remaining seats, and the application, have another text for none, if the
 * server counts the seats.
 */
export function placeSeats(content: Content): Content {
  const { applicationModal: modal } = content;
  if (content.site.facts.seats !== 'auto') return content;
  const full = modal?.waitingList.badge ?? 'Turma completa';
  const placed = mapTexts(content, (text) => placeSentences(text, full)) as Content;
  const { application, applicationModal } = placed;
  if (!application || !applicationModal) return placed;
  const { waitingList, steps, navigation } = applicationModal;
  const { welcome, success } = steps;
  const start = (text: string) => seatsPlace(text, waitingList.start);
  return {
    ...placed,
    application: {
      ...application,
      cta: { ...application.cta, label: start(application.cta.label) },
    },
    applicationModal: {
      ...applicationModal,
      navigation: { ...navigation, submit: start(navigation.submit) },
      steps: {
        ...steps,
        welcome: {
          ...welcome,
          title: placeTitle(welcome.title, waitingList.title),
          notice: seatsPlace(welcome.notice, waitingList.notice),
          start: start(welcome.start),
        },
        success: {
          ...success,
          title: placeTitle(success.title, waitingList.success),
          description: seatsPlace(success.description, waitingList.description),
        },
      },
    },
  };
}
