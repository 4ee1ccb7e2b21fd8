import { z } from 'zod';
import { text } from './text.ts';

const count = z.int().positive();

/**
 * Numbers and values that more than one text needs. Each is written here once; a text in any file
 * quotes it by its name in braces: `Restam {seats} vagas`.
 */
export const factsSchema = z.strictObject({
  /** Projects delivered so far, shown as `300+`. */
  projects: count,
  /** Active members, shown as `300+`. */
  members: count,
  /** People of the team who came from the community. */
  teamFromCommunity: count,
  /** What one launch brought in, e.g. `R$ 1,5 milhão`. */
  launch: text,
  /** Smallest project value members sell. */
  projectMin: text,
  /** Largest project value members sell. */
  projectMax: text,
  /** Usual value per project, short form, e.g. `5K a 50K`. */
  perProject: text,
  /** What members' agencies earn a month, e.g. `15 a 20 mil`. */
  agencyMonthly: text,
  /** Intensive weeks of the course. */
  intensiveWeeks: count,
  /** Weeks the schedule of the course covers. */
  scheduleWeeks: count,
  /** Days until the first automation works. */
  firstResultDays: count,
  /** Mentoring: seats remaining. A text, not a timer: lower it by hand as seats are taken. */
  seats: count,
  /** Mentoring: hours within which the team answers an application. */
  replyHours: count,
  /** Mentoring: length of the programme in weeks. */
  programmeWeeks: count,
  /** Community: months of access a purchase gives. */
  accessMonths: count,
  /** Community: days of unconditional money-back guarantee. */
  guaranteeDays: count,
});
export type FactsContent = z.infer<typeof factsSchema>;
