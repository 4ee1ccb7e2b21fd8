import { placeholderForSeats, replaceSeatsSentences } from '@funil/contract/site/seats';
import { waitingListSchema } from '../schema/application-modal.ts';
import type { Content } from '../schema/content.ts';
import { mapTexts } from './texts.ts';

/** Returns a placeholder for each `**part**` of a title, because the page puts an element around the part. */
function placeSeatsInTitle(title: string, fullTitle: string): string {
  const [parts, fullParts] = [title.split('**'), fullTitle.split('**')];
  const longerList = parts.length > fullParts.length ? parts : fullParts;
  return longerList
    .map((_, index) => placeholderForSeats(parts[index] ?? '', fullParts[index] ?? ''))
    .join('**');
}

/** True for the label of a button that opens the application. */
const isApplicationLabel = (field: string): boolean =>
  field === 'application.cta.label' || field === 'header.cta.label';

/** If the server counts the seats, the application and sentences about seats get a second text for a full class. */
export function placeSeats(content: Content): Content {
  if (content.site.facts.seats !== 'auto') return content;
  const waitingList = content.applicationModal?.waitingList ?? waitingListSchema.parse({});
  const placedContent = mapTexts(content, (text) =>
    replaceSeatsSentences(text, waitingList.badge),
  ) as Content;
  const { site, header, application, applicationModal } = placedContent;
  if (!application || !applicationModal) return placedContent;
  const { steps, navigation } = applicationModal;
  const { welcome, success } = steps;
  const placeStart = (text: string) => placeholderForSeats(text, waitingList.start);
  const placeStartInCta = <Cta extends { label: string }>(cta: Cta): Cta => ({
    ...cta,
    label: placeStart(cta.label),
  });
  const { test } = site;
  return {
    ...placedContent,
    site:
      test && isApplicationLabel(test.field)
        ? { ...site, test: { ...test, text: placeStart(test.text) } }
        : site,
    header: { ...header, cta: placeStartInCta(header.cta) },
    application: { ...application, cta: placeStartInCta(application.cta) },
    applicationModal: {
      ...applicationModal,
      navigation: { ...navigation, submit: placeStart(navigation.submit) },
      steps: {
        ...steps,
        welcome: {
          ...welcome,
          title: placeSeatsInTitle(welcome.title, waitingList.title),
          notice: placeholderForSeats(welcome.notice, waitingList.notice),
          start: placeStart(welcome.start),
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
