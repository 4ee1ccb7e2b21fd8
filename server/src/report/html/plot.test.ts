import { expect, test } from 'vitest';
import { drawPlot, fillDays } from './plot.ts';

const point = (day: string, up: number, down = 0) => ({ day, up, down, hint: `${up}` });

test('adds empty points for missing days', () => {
  const days = fillDays([point('2026-02-27', 3), point('2026-03-02', 5)]);
  expect(days.map(({ day, up }) => [day, up])).toEqual([
    ['2026-02-27', 3],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 5],
  ]);
});

test('adds no points between days that are years apart', () => {
  expect(fillDays([point('2005-01-01', 1), point('2026-03-01', 1)])).toHaveLength(2);
});

test('draws an image with a label, and columns above and below one axis', () => {
  const { text } = drawPlot({
    points: [point('2026-03-01', 1_000, 500), point('2026-03-02', 0)],
    title: 'Receita <por> dia',
    formatTick: String,
    shape: 'columns',
  });
  expect(text).toContain('role="img" aria-label="Receita &lt;por&gt; dia"');
  expect(text.match(/<rect class="money"/g)).toHaveLength(1);
  expect(text.match(/<rect class="back"/g)).toHaveLength(1);
  expect(text.match(/class="axis"/g)).toHaveLength(1);
  expect(text).toContain('>01/03</span>');
  expect(text).not.toContain('NaN');
});

test('draws no day, and a single day', () => {
  for (const points of [[], [point('2026-03-01', 7)]]) {
    const plot = drawPlot({ points, title: 'Visitas', formatTick: String, shape: 'area' });
    expect(plot.text).toContain('<svg');
    expect(plot.text).not.toMatch(/NaN|undefined|Infinity/);
  }
});
