import { colour } from '@funil/brand/palette';
import { Markup } from '../../markup/html.ts';

const INK = colour('ink');
const LIME = colour('lime');

/** Returns the rules by which a table shows the cells of a row below each other, with their columns' titles. */
const stack = (table: string) => `
  ${table}, ${table} tbody, ${table} tr, ${table} td, ${table} tbody th { display: block; } ${table} thead { display: none; }
  ${table} tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.25rem, 1fr)); gap: .5rem .625rem; padding: .875rem 0; border-bottom: 1px solid var(--line); }
  ${table} tr:last-child { border-bottom: 0; } ${table} td { padding: 0; border: 0; text-align: left; }
  ${table} tbody th { grid-column: 1 / -1; padding: 0; border: 0; }
  ${table} td:empty { display: none; }
  ${table} td::before { content: attr(data-column); display: block; color: var(--muted); font-size: .75rem; }`;

/** Returns the rules that show a `<details>` without its summary. */
const unfold = (details: string) =>
  `${details}::details-content { content-visibility: visible; block-size: auto; } ${details} > summary { display: none; }`;

export const STYLE = new Markup(`
:root { color-scheme: light dark; --ground: ${colour('paper')}; --card: ${colour('paper-raised')}; --fg: ${colour('on-paper')};
  --muted: color-mix(in oklab, ${colour('on-paper')} 68%, ${colour('paper')}); --line: color-mix(in oklab, ${colour('on-paper')} 14%, transparent);
  --track: color-mix(in oklab, ${colour('on-paper')} 6%, transparent); --plain: ${colour('on-paper')};
  --money: color-mix(in oklab, ${LIME} 58%, ${INK}); --back: ${colour('red-deep')}; --quiet: color-mix(in oklab, ${colour('on-paper')} 34%, ${colour('paper')}); }
@media (prefers-color-scheme: dark) { :root { --ground: ${INK}; --card: ${colour('ink-2')}; --fg: ${colour('on-ink')};
  --muted: ${colour('on-ink-2')}; --line: color-mix(in oklab, ${colour('white')} 13%, transparent);
  --track: color-mix(in oklab, ${colour('white')} 7%, transparent); --plain: ${colour('on-ink-2')};
  --money: ${LIME}; --back: ${colour('red')}; --quiet: color-mix(in oklab, ${colour('on-ink-2')} 60%, ${INK}); } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--fg); font: 16px/1.5 "Page text", system-ui, sans-serif; font-variant-numeric: tabular-nums; }
header { background: ${INK}; color: ${colour('on-ink')}; padding: 3rem 1.25rem 2.75rem; }
header > div, main { max-width: 84rem; margin: 0 auto; } main { padding: 0 1.25rem 5rem; }
h1, h2, .brand, .figures strong { font-family: "Page display", "Page text", system-ui, sans-serif; }
.brand { color: ${LIME}; font-weight: 700; }
h1 { font-size: clamp(2rem, 5vw, 3.25rem); line-height: 1.05; letter-spacing: -.03em; margin: 0; }
header p { margin: .5rem 0 0; } header p:not(.brand) { color: ${colour('on-ink-2')}; } header .brand { margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; letter-spacing: -.01em; margin: 0 0 1.25rem; } h3 { font-size: .875rem; font-weight: 600; color: var(--muted); margin: 0 0 .75rem; }
:focus-visible { outline: 3px solid var(--money); outline-offset: 2px; border-radius: .25rem; }
.figures { display: grid; grid-template-columns: repeat(7, 1fr); gap: 1.75rem 1.5rem; margin: 2.25rem 0 0; }
.figures > div { border-top: 1px solid ${colour('on-ink-2')}; padding-top: .75rem; }
.figures > :first-child { grid-column: 1 / -1; border-color: ${LIME}; }
.figures dt { color: ${colour('on-ink-2')}; font-size: .875rem; } .figures dd { margin: .125rem 0 0; }
.figures strong { display: block; font-size: clamp(1.125rem, 1.6vw, 1.375rem); line-height: 1.3; letter-spacing: -.02em; overflow-wrap: anywhere; }
.figures > :first-child strong { color: ${LIME}; font-size: clamp(2.125rem, 6vw, 4.5rem); line-height: 1.05; letter-spacing: -.035em; }
.figures small { display: block; color: ${colour('on-ink-2')}; font-size: .8125rem; line-height: 1.4; margin-top: .25rem; }
.hint-note { border-left: 4px solid ${colour('amber')}; background: var(--card); padding: .875rem 1rem; margin: 1.25rem 0 0; border-radius: 0 .5rem .5rem 0; }
.note { color: var(--muted); margin: 1.5rem 0 0; font-size: .875rem; max-width: 48rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.75rem; margin-top: 1.5rem; }
section > p { margin: 0 0 1rem; max-width: 48rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem 3rem; }
.bars { margin-bottom: 1.5rem; font-size: .875rem; }
.bars p { display: flex; flex-wrap: wrap; gap: .125rem 1rem; align-items: end; margin: 0 0 .75rem; } .bars p > :first-child { flex: 1 1 auto; }
.bars span { min-width: 0; overflow-wrap: anywhere; } .bars .value { color: var(--muted); margin-left: auto; text-align: right; }
.track { flex: 0 0 100%; height: .75rem; border-radius: .2rem; background: var(--track); overflow: hidden; }
.track i { display: block; height: 100%; border-radius: .2rem; background: var(--plain); }
.track .money { background: var(--money); } .track .back { background: var(--back); } .track .quiet { background: var(--quiet); }
.plot { display: grid; grid-template: 13rem 1.75rem / auto 1fr; margin: .5rem 0 1.5rem; font-size: .75rem; color: var(--muted); }
.plot svg { width: 100%; height: 100%; overflow: visible; } .plot svg * { vector-effect: non-scaling-stroke; }
.values { position: relative; width: 4.75rem; } .values span { position: absolute; right: .75rem; transform: translateY(-50%); white-space: nowrap; }
.plot .days { grid-column: 2; position: relative; } .days span { position: absolute; top: .5rem; transform: translateX(-50%); }
.grid { stroke: var(--line); } .axis { stroke: var(--muted); } .hint { fill: transparent; } .hint:hover { fill: var(--track); }
rect.money { fill: var(--money); } rect.back { fill: var(--back); }
.fill { fill: var(--money); opacity: .22; } .edge { fill: none; stroke: var(--money); stroke-width: 2.5; stroke-linejoin: round; }
.dots { fill: none; stroke: var(--money); stroke-width: 7; stroke-linecap: round; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; color: var(--muted); font-size: .875rem; }
span { unicode-bidi: isolate; }
.legend span::before { content: ""; display: inline-block; width: .75rem; height: .75rem; border-radius: .2rem; margin-right: .5rem; background: var(--money); }
.legend .back::before { background: var(--back); }
summary { cursor: pointer; font-size: .875rem; color: var(--muted); padding: .75rem 0; } h2 + details > summary { margin-top: -.75rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: .5rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; } td { white-space: nowrap; }
th:first-child { text-align: left; padding-left: 0; min-width: 7rem; overflow-wrap: anywhere; }
table.wide { font-size: .8125rem; } .wide th:first-child { min-width: 10rem; } .wide td { white-space: normal; }
tbody tr:last-child > * { border-bottom: 0; }
@media screen and (max-width: 68rem) { ${stack('table.wide')} .figures { grid-template-columns: repeat(4, 1fr); } }
@media screen and (max-width: 92rem) { ${stack('table.widest')} }
@media screen and (max-width: 50rem) {
  header { padding: 2rem 1rem 2rem; } main { padding-inline: .75rem; } section { padding: 1.125rem 1rem; }
  .figures { grid-template-columns: 1fr 1fr; gap: 1.25rem 1rem; margin-top: 1.5rem; } .figures > :last-child { grid-column: 1 / -1; }
  .plot { grid-template-rows: 11rem 1.75rem; } .values { width: 4.25rem; } .values span { right: .5rem; }
  table.narrow { font-size: .8125rem; } .narrow :is(th, td) { padding-inline: .2rem; } .narrow thead th { font-size: .6875rem; } .narrow th:first-child { min-width: 4.5rem; }
}
@media (max-width: 22rem) { .narrow th { overflow-wrap: anywhere; } }
/* A table is open where it fits; in older browsers, where its summary was pressed. */
@supports selector(details::details-content) {
  @media (min-width: 50.01rem) { ${unfold('.open.narrow')} } @media (min-width: 68.01rem) { ${unfold('.open.wide:not(.widest)')} }
  @media (min-width: 92.01rem) { ${unfold('.open.widest')} } @media print { ${unfold('details')} }
}
@media print {
  @page { margin: 14mm; } :root { color-scheme: light; } * { print-color-adjust: exact; }
  @page wide { size: A4 landscape; } section:has(.widest) { page: wide; }
  html { font-size: 12px; } body { background: none; } .figures { grid-template-columns: repeat(4, 1fr); } header { border-radius: 1rem; padding: 1.5rem; } main { padding: 0; }
  section { padding: 1rem; } th, td { padding-inline: .25rem; } table.wide { font-size: .6875rem; } table.widest { font-size: .625rem; } .wide th:first-child { min-width: 7rem; } .bars, .plot, .pair > div, tr { break-inside: avoid; } h2, h3, .legend { break-after: avoid; }
}
`);
