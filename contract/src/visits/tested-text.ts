/** Matches the path of a text of which an A/B test may show a second version, such as `hero.title`. */
export const TESTABLE_FIELD =
  /^(?:hero\.(?:eyebrow|title|intro|offerLink|proof\.text)|offer\.(?:eyebrow|title|intro|receipt\.(?:subtitle|note)|guarantee\.(?:title|text))|[A-Za-z]+\.cta\.(?:label|note))$/;

/** The versions of a text in an A/B test: `a` is the content's text, and `b` is the alternative. */
export const TEXT_VERSIONS = ['a', 'b'] as const;
export type TextVersion = (typeof TEXT_VERSIONS)[number];

/** Limit of an A/B test's name in characters, because every event stores the name. */
export const MAX_TEST_NAME_LENGTH = 80;
