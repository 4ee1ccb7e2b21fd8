import { html, type Markup } from '../../markup/html.ts';
import { apart, HOLDER, line, NOTHING } from './html-text.ts';
import type { Action, Fact, Letter, Person } from './letter.ts';
import { LIGHT } from './look.ts';
import { ANSWER } from './render-text.ts';
import { manyLines, oneLine, withoutLinks } from './typed-text.ts';
import { LINE } from './words.ts';

const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
/** What separates a row from the one above it; the first has none. */
const rule = (index: number) => (index === 0 ? '' : `border-top:1px solid ${LIGHT.line};`);

export const drawWarning = ({ warning }: Letter): Markup =>
  warning === null
    ? NOTHING
    : html`<table ${HOLDER} style="margin:0 0 24px"><tr><td style="background:${LIGHT.amber};color:${LIGHT.ink};border-radius:12px;padding:12px 16px;font-size:14px;line-height:21px"><strong>Atenção.</strong> ${line(warning)}</td></tr></table>`;

/** Each a table of its own: they stand in a row where there is room, else one below the other. */
export const drawActions = (actions: readonly Action[]): Markup =>
  actions.length === 0
    ? NOTHING
    : html`<div style="margin:0 0 16px">${actions.map((action, index) => drawButton(action, index === 0))}</div>`;

function drawButton({ label, href }: Action, isMain: boolean): Markup {
  const look = isMain
    ? `background:${LIGHT.ink};color:${LIGHT.onInk};border:1px solid ${LIGHT.ink}`
    : `color:${LIGHT.text};border:1px solid ${LIGHT.edge}`;
  return html`<a class="button ${isMain ? 'button-main' : 'button-other'}" href="${href}" style="display:inline-block;${look};border-radius:12px;padding:13px 20px;margin:0 8px 8px 0;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${label}</a>`;
}

/** @param space above them, in pixels */
export const drawFacts = (facts: readonly Fact[], space: number): Markup => {
  const known = facts.filter(({ value }) => oneLine(value, LINE) !== '');
  return known.length === 0
    ? NOTHING
    : html`<table ${HOLDER} style="margin:${space}px 0 0">${known.map(drawFact)}</table>`;
};

const drawFact = ({ label, value, isContact = false }: Fact, index: number): Markup =>
  html`<tr><td class="label line quiet" style="width:34%;padding:11px 16px 11px 0;${rule(index)}font-size:14px;line-height:22px;color:${LIGHT.quiet};vertical-align:baseline">${label}</td><td class="value line text" style="padding:11px 0;${rule(index)}font-size:16px;line-height:22px;color:${LIGHT.text};vertical-align:baseline;${WRAP}">${apart(isContact ? oneLine(value, LINE) : line(value))}</td></tr>`;

export const drawAnswers = (answers: Letter['answers']): Markup =>
  html`${answers.map(
    ({ question, text }) =>
      html`<p class="quiet" style="margin:24px 0 6px;font-size:14px;line-height:20px;color:${LIGHT.quiet}">${question}</p>${manyLines(text, ANSWER).map(drawParagraph)}`,
  )}`;

const drawParagraph = (text: string): Markup =>
  text === ''
    ? NOTHING
    : html`<p class="text" dir="auto" style="margin:0 0 8px;font-size:17px;line-height:26px;color:${LIGHT.text};${WRAP}">${withoutLinks(text)}</p>`;

export const drawPeople = ({ people, closing }: Letter): Markup =>
  people.length === 0
    ? NOTHING
    : html`<table ${HOLDER}>${people.map(drawPerson)}</table>${
        closing === ''
          ? NOTHING
          : html`<p class="quiet" style="margin:20px 0 0;font-size:14px;line-height:21px;color:${LIGHT.quiet}">${line(closing)}</p>`
      }`;

const drawPerson = ({ name, phone, detail, isSuspect, action }: Person, index: number): Markup =>
  html`<tr><td class="line" style="padding:14px 12px 14px 0;${rule(index)}vertical-align:top;${WRAP}"><span class="text" style="font-size:16px;line-height:22px;font-weight:600;color:${LIGHT.text}">${apart(line(name))}</span>${isSuspect ? SUSPECT : NOTHING}<br><span class="quiet" style="font-size:14px;line-height:21px;color:${LIGHT.quiet}">${apart(line(phone))}<br>${line(detail)}</span></td><td class="line" align="right" style="padding:14px 0;${rule(index)}vertical-align:middle;white-space:nowrap">${action === null ? NOTHING : drawChat(action)}</td></tr>`;

const SUSPECT = html` <span style="background:${LIGHT.amber};color:${LIGHT.ink};border-radius:6px;padding:1px 7px;font-size:12px;line-height:18px;font-weight:600">parece robô</span>`;

const drawChat = ({ label, href }: Action): Markup =>
  html`<a class="button-other" href="${href}" style="display:inline-block;border:1px solid ${LIGHT.edge};border-radius:10px;padding:9px 14px;font-size:14px;line-height:18px;font-weight:600;text-decoration:none;color:${LIGHT.text}">${label}</a>`;
