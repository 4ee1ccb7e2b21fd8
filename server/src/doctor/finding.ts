/** What was looked at, in the order in which it is told. */
export const SUBJECTS = [
  'settings',
  'database',
  'disk',
  'clock',
  'site',
  'content',
  'sales',
  'mail',
  'deliveries',
  'console',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Green: as it should be. Yellow: works, and somebody should look. Red: does not work. */
export type Level = 'green' | 'yellow' | 'red';

/** One thing that the doctor found, for people. */
export interface Finding {
  readonly subject: Subject;
  readonly level: Level;
  /** What is so: a sentence in Portuguese. */
  readonly what: string;
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null;
}

/** Makes findings on one subject. */
export const findingsOn = (subject: Subject) => ({
  green: (what: string): Finding => ({ subject, level: 'green', what, remedy: null }),
  yellow: (what: string, remedy: string): Finding => ({ subject, level: 'yellow', what, remedy }),
  red: (what: string, remedy: string): Finding => ({ subject, level: 'red', what, remedy }),
});
