import type { TimelineEntry, TimelineKind } from '@funil/contract/contacts/contacts';
import { expect, test } from 'vitest';
import { groupTimeline } from './Timeline.tsx';

const entry = (at: string, kind: TimelineKind, title: string): TimelineEntry => ({
  at: `2026-11-${at}:00.000Z`,
  kind,
  title,
});

test('shows the first of three or more steps on the page, and collapses the others', () => {
  const groups = groupTimeline([
    entry('20T15:00', 'arrival', 'Chegou por instagram'),
    entry('20T15:01', 'section', 'Viu o problema'),
    entry('20T15:02', 'section', 'Viu os casos'),
    entry('20T15:03', 'click', 'Clicou em Entrar'),
    entry('20T15:04', 'lead', 'Deixou o contato'),
  ]);
  expect(groups.map(({ first, collapsed }) => [first.title, collapsed.length])).toEqual([
    ['Chegou por instagram', 0],
    ['Viu o problema', 2],
    ['Deixou o contato', 0],
  ]);
});

test('shows two steps on the page one by one', () => {
  const groups = groupTimeline([
    entry('20T15:01', 'section', 'Viu o problema'),
    entry('20T15:02', 'click', 'Clicou em Entrar'),
  ]);
  expect(groups.map(({ collapsed }) => collapsed.length)).toEqual([0, 0]);
});

test('marks a long pause and a new day in Brasília', () => {
  const groups = groupTimeline([
    entry('20T15:00', 'lead', 'Deixou o contato'),
    entry('20T18:00', 'message', 'Conversa aberta'),
    entry('21T02:30', 'note', 'Anotação'),
    entry('21T03:30', 'sale', 'Pix gerado'),
  ]);
  expect(groups.map(({ pauseMs, isNewDay }) => [pauseMs, isNewDay])).toEqual([
    [null, true],
    [10_800_000, false],
    [30_600_000, false],
    [3_600_000, true],
  ]);
});
