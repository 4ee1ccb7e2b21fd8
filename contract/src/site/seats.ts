/**
 * The server alone knows the remaining seats (`seats: auto`), so a build has placeholders, which {@link fillSeats}
 * replaces in a page or in JSON. This file imports no zod, because the page loads it.
 */
const [BEGIN, ELSE, END, NUMBER, AT] = ['\u{E000}', '\u{E001}', '\u{E002}', '\u{E003}', '\u{E004}'];

/** Stands for `{vagas}` in a built page. */
export const SEATS_PLACEHOLDER = NUMBER;

const SEATS_PATTERN = new RegExp(
  `${BEGIN}(\\d+)${AT}([^${ELSE}]*)${ELSE}([^${END}]*)${END}|${NUMBER}`,
  'g',
);

/** An attribute of the root element; the server fills in the number that the page shows. */
export const SEATS_ATTRIBUTE = 'data-seats';

/** Returns a placeholder for `text`, or for `instead` if at most `limit` seats are left. */
export const placeholderForSeats = (text: string, instead: string, limit = 0): string =>
  BEGIN +
  limit +
  AT +
  text.replace(SEATS_PATTERN, (all, _limit, some) => some ?? all) +
  ELSE +
  instead +
  END;

/** A sentence, or an emphasized part of one, that states the number of seats. */
const SEATS_SENTENCE = new RegExp(
  `[^\\s.!?*][^.!?*]*${NUMBER}[^.!?*]*(?<!\\s)|${NUMBER}[^.!?*]*(?<!\\s)`,
  'g',
);

/** Returns the text with placeholders. If no seat is left, `full` takes the place of the sentences about seats. */
export const replaceSeatsSentences = (text: string, full: string): string =>
  text.replace(SEATS_SENTENCE, (sentence) => placeholderForSeats(sentence, full));

const toSingular = (text: string): string =>
  text
    .replace(new RegExp(`estam(?=\\s${NUMBER})`, 'g'), 'esta')
    .replace(
      new RegExp(`(?<=${NUMBER}\\s)(vaga|lugar)(?:e?s)(?:(\\s)(restante)s)?`, 'g'),
      (_all, noun, space = '', rest = '') => noun + space + rest,
    );

export const hasSeatsPlaceholder = (text: string): boolean => text.search(SEATS_PATTERN) !== -1;

/** If `seats` is null, the number of seats is unknown and not shown. */
export const fillSeats = (text: string, seats: number | null): string =>
  text.replace(SEATS_PATTERN, (all, limit?: string, some = '', instead = '') => {
    if (limit !== undefined && seats !== null && seats <= Number(limit)) return instead;
    const template = limit === undefined ? all : some;
    return (seats === 1 ? toSingular(template) : template).replaceAll(NUMBER, String(seats ?? ''));
  });
