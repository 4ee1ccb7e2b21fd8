import { placeholderForSeats, replaceSeatsSentences } from '@funil/contract/site/seats';
import { waitingListSchema } from '../schema/application-modal.ts';
import type { Content } from '../schema/content.ts';
import { mapTexts } from './texts.ts';

/** Returns a placeholder for each `**part**` of a title, because the page puts an element around the part. */
function placeSeatsInTitle(title: string, instead: string): string {
  const [parts, others] = [title.split('**'), instead.split('**')];
  const longer = parts.length > others.length ? parts : others;
  return longer
    .map((_, index) => placeholderForSeats(parts[index] ?? '', others[index] ?? ''))
    .join('**');
}

/** True for the label of a button that opens the application. */
const isApplicationLabel = (field: string): boolean =>
  field === 'application.cta.label' || field === 'header.cta.label';

/**
 * Returns content in which sentences about the seats, and the application, have a second text for
 * when none is left. Unchanged if the server does not count the seats.
 */
export function placeSeats(content: Content): Content {
  if (content.site.facts.seats !== 'auto') return content;
  const waitingList = content.applicationModal?.waitingList ?? waitingListSchema.parse({});
  const placed = mapTexts(content, (text) =>
    replaceSeatsSentences(text, waitingList.badge),
  ) as Content;
  const { site, header, application, applicationModal } = placed;
  if (!application || !applicationModal) return placed;
  const { steps, navigation } = applicationModal;
  const { welcome, success } = steps;
  const startText = (text: string) => placeholderForSeats(text, waitingList.start);
  const startCta = <Cta extends { label: string }>(cta: Cta): Cta => ({
    ...cta,
    label: startText(cta.label),
  });
  const { test } = site;
  return {
    ...placed,
    site:
      test && isApplicationLabel(test.field)
        ? { ...site, test: { ...test, text: startText(test.text) } }
        : site,
    header: { ...header, cta: startCta(header.cta) },
    application: { ...application, cta: startCta(application.cta) },
    applicationModal: {
      ...applicationModal,
      navigation: { ...navigation, submit: startText(navigation.submit) },
      steps: {
        ...steps,
        welcome: {
          ...welcome,
          title: placeSeatsInTitle(welcome.title, waitingList.title),
          notice: placeholderForSeats(welcome.notice, waitingList.notice),
          start: startText(welcome.start),
        },
        success: {
          ...success,
          title: placeSeatsInTitle(success.title, waitingList.success),
          description: placeholderForSeats(success.description, waitingList.description),
        },
      },
    },
  };
}
