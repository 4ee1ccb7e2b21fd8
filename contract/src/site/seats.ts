/**
 * Placeholders in a build for the number of remaining seats (`seats: auto`), which only the server knows: characters
 * that no text has. {@link fillSeats} replaces them in a page or in JSON. The page imports this file, so it does not
 * import zod.
 */
const [BEGIN, ELSE, END, NUMBER, AT] = ['\u{E000}', '\u{E001}', '\u{E002}', '\u{E003}', '\u{E004}'];

/** Stands for `{vagas}` in a built page. */
export const SEATS_PLACE = NUMBER;

const PLACE_PATTERN = new RegExp(
  `${BEGIN}(\\d+)${AT}([^${ELSE}]*)${ELSE}([^${END}]*)${END}|${NUMBER}`,
  'g',
);

/** The attribute of a page's root element in which the server fills the number of seats that the page shows. */
export const SEATS_ATTRIBUTE = 'data-seats';

/** Returns a placeholder for `text`, or for `instead` when at most `limit` seats are left. */
export const placeSeatsText = (text: string, instead: string, limit = 0): string =>
  BEGIN +
  limit +
  AT +
  text.replace(PLACE_PATTERN, (all, _limit, some) => some ?? all) +
  ELSE +
  instead +
  END;

/** A sentence, or a part with emphasis, that tells the number. */
const SEATS_SENTENCE = new RegExp(
  `[^\\s.!?*][^.!?*]*${NUMBER}[^.!?*]*(?<!\\s)|${NUMBER}[^.!?*]*(?<!\\s)`,
  'g',
);

/** Returns a text in which `full` replaces every sentence about the remaining seats when no seat is left. */
export const placeSentences = (text: string, full: string): string =>
  text.replace(SEATS_SENTENCE, (sentence) => placeSeatsText(sentence, full));

const singular = (text: string): string =>
  text
    .replace(new RegExp(`estam(?=\\s${NUMBER})`, 'g'), 'esta')
    .replace(
      new RegExp(`(?<=${NUMBER}\\s)(vaga|lugar)(?:e?s)(?:(\\s)(restante)s)?`, 'g'),
      (_all, noun, space = '', rest = '') => noun + space + rest,
    );

/** Whether a text has placeholders to fill. */
export const hasSeatsPlace = (text: string): boolean => text.search(PLACE_PATTERN) !== -1;

/** Returns a text with its placeholders filled. @param seats the number left; null: unknown, and no number is shown */
export const fillSeats = (text: string, seats: number | null): string =>
  text.replace(PLACE_PATTERN, (all, limit?: string, some = '', instead = '') => {
    if (limit !== undefined && seats !== null && seats <= Number(limit)) return instead;
    const chosen = limit === undefined ? all : some;
    return (seats === 1 ? singular(chosen) : chosen).replaceAll(NUMBER, String(seats ?? ''));
  });
