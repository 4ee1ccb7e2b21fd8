/** Matches the path of a text that may have a second version, such as `hero.title`. */
export const TESTABLE_FIELD =
  /^(?:hero\.(?:eyebrow|title|intro|offerLink|proof\.text)|offer\.(?:eyebrow|title|intro|receipt\.(?:subtitle|note)|guarantee\.(?:title|text))|[A-Za-z]+\.cta\.(?:label|note))$/;

/** The versions of a tested text: the content's own, and the second one. */
export const TEXT_VERSIONS = ['a', 'b'] as const;
export type TextVersion = (typeof TEXT_VERSIONS)[number];

/** Limit in characters, because every event stores the test's name. */
export const MAX_TEST_NAME_LENGTH = 80;
