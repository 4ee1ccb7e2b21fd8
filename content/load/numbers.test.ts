import { expect, test } from 'vitest';
import { loadContent } from './load.ts';

const WORDS = [
  'zero',
  'um',
  'dois',
  'três',
  'quatro',
  'cinco',
  'seis',
  'sete',
  'oito',
  'nove',
  'dez',
];
const spelled = (count: number) => WORDS[count] ?? String(count);

/** What the demonstration says, of which every section is there. */
function demonstration() {
  const { cases, videos, team, curriculum, site } = loadContent();
  if (!cases || !videos || !team || !curriculum?.schedule) throw new Error('a section is missing');
  return { cases, videos, team, schedule: curriculum.schedule, facts: site.facts };
}

test('a number in words is how many there are', () => {
  const { cases, videos, team } = demonstration();
  expect(cases.title.toLowerCase()).toContain(`${spelled(cases.cases.length)} automações`);
  expect(videos.title.toLowerCase()).toContain(`${spelled(videos.videos.length)} membros`);
  expect(team.lead.toLowerCase()).toContain(`${spelled(team.videos.length)} delas`);
});

test('the schedule ends in the week, and begins to pay at the price, that the texts name', () => {
  const { schedule, facts } = demonstration();
  const weeks = schedule.steps.map(({ weeks }) => weeks.match(/\d+/g)?.map(Number) ?? []);
  expect(weeks.at(-1)?.at(-1)).toBe(facts.scheduleWeeks);
  expect(weeks.flat()).toEqual(weeks.flat().toSorted((one, other) => one - other));
  expect(Number(facts.intensiveWeeks)).toBeGreaterThanOrEqual(Number(facts.scheduleWeeks));
  const least = Number(/\d+/.exec(String(facts.projectMin))?.[0]);
  const values = schedule.steps.flatMap(({ potentialValue }) => potentialValue.match(/\d+/) ?? []);
  expect(Number(values[0])).toBe(least);
  expect(String(facts.perProject)).toMatch(new RegExp(`R\\$\\s${least}K`));
});
