import { html, Markup } from '../../markup/html.ts';
import { FONT, LIGHT, STYLE } from './theme.ts';
import { MAX_LINE_LENGTH, manyLines, oneLine, withoutLinks } from './visitor-text.ts';

/** A message as it is meant; its texts may hold whatever a visitor typed, and are cleaned as they are rendered. */
export interface Email {
  readonly subject: string;
  /** What lists of messages show behind the subject. */
  readonly preview: string;
  /** What kind of news this is, above the title. */
  readonly kicker: string;
  readonly title: string;
  /** Empty: none. */
  readonly subtitle: string;
  /** What matters now, right under the title. */
  readonly strip: Strip | null;
  /** Why to look twice. */
  readonly warning: string | null;
  /** What can be done, the likeliest first. */
  readonly actions: readonly Action[];
  readonly facts: readonly Fact[];
  readonly answers: readonly Answer[];
  /** What is looked up rather than read. */
  readonly details: readonly Fact[];
  /** The many of a digest. */
  readonly people: readonly Person[];
  /** What is said below them; empty: nothing. */
  readonly closing: string;
  /** Whom an answer to the message goes to. */
  readonly replyTo: string | null;
}

interface Strip {
  readonly text: string;
  readonly note: string;
  readonly isUrgent: boolean;
}

export interface Action {
  readonly label: string;
  /** Made by us out of digits, checked addresses and our own words. */
  readonly href: string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** A checked address or number, to be copied as it is: nothing is put between its characters. */
  readonly isContact?: boolean;
}

interface Answer {
  readonly question: string;
  readonly text: string;
}

export interface Person {
  readonly name: string;
  readonly phone: string;
  readonly detail: string;
  readonly isSuspect: boolean;
  readonly action: Action | null;
}

/** The empty parts of an e-mail, to be overridden. */
export const EMPTY_EMAIL = {
  subtitle: '',
  strip: null,
  warning: null,
  actions: [],
  facts: [],
  answers: [],
  details: [],
  people: [],
  closing: '',
  replyTo: null,
} as const satisfies Partial<Email>;

/** What letters are written with. */
export interface MailContext {
  /** The page's product; null: the site says none. */
  readonly product: string | null;
  /** Origin of the console; null: it has no address that a mailbox reaches. */
  readonly consoleUrl: string | null;
  /** In ms since 1970. */
  readonly now: number;
}

/** Most characters shown of an answer. */
export const MAX_ANSWER_LENGTH = 2_000;

const indented = (lines: readonly string[]) => lines.map((text) => (text ? `  ${text}` : ''));

/** Returns an e-mail as plain text. */
export function renderText(email: Email, foot: string): string {
  const { strip, warning, answers, people, closing } = email;
  const paragraphs: (readonly string[])[] = [
    [line(email.kicker).toLocaleUpperCase('pt-BR'), line(email.title), line(email.subtitle)],
    strip === null ? [] : [line(strip.text), line(strip.note)],
    warning === null ? [] : [`Atenção: ${line(warning)}`],
    ...email.actions.filter(({ href }) => !href.startsWith('mailto:')).map(writeAction),
    writeFacts(email.facts),
    ...answers.map(({ question, text }) => [
      question,
      ...indented(manyLines(text, MAX_ANSWER_LENGTH).map(withoutLinks)),
    ]),
    writeFacts(email.details),
    ...people.map(({ name, phone, detail, isSuspect, action }) => [
      `${line(name)}${isSuspect ? ' [parece robô]' : ''}`,
      ...indented([line(phone), line(detail), action?.href ?? ''].filter(Boolean)),
    ]),
    [line(closing)],
    ['--', line(foot)],
  ];
  return paragraphs
    .map((lines) =>
      lines
        .filter((text, index) => text !== '' || index > 1)
        .join('\n')
        .trimEnd(),
    )
    .filter((text) => text !== '')
    .join('\n\n');
}

const writeAction = ({ label, href }: Action): string[] => [`${label}:`, href];

const writeFacts = (facts: readonly Fact[]): string[] =>
  facts
    .map(({ label, value, isContact }) => {
      const shown = oneLine(value, MAX_LINE_LENGTH);
      return shown === '' ? '' : `${label}: ${isContact ? shown : withoutLinks(shown)}`;
    })
    .filter((text) => text !== '');

/** Keeps what follows the preview out of lists of messages. */
const FILLER = '\u00a0\u200c'.repeat(60);

/** Returns an e-mail as HTML that mail clients render: tables, inline styles, nothing from outside. */
export function renderHtml(email: Email, product: string, foot: string): string {
  return html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="x-apple-disable-message-reformatting">
<title>${line(email.subject)}</title><style>${STYLE}</style></head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${line(email.preview)}${FILLER}</div>
<table ${HOLDER} class="ground" style="background:${LIGHT.ground};font-family:${FONT}"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" style="width:100%;max-width:600px;text-align:left">
${drawHead(email, product)}${drawStrip(email)}
<tr><td class="card pad" style="background:${LIGHT.card};padding:28px 32px 32px;border-radius:0 0 16px 16px">${drawWarning(email)}${drawActions(email.actions)}${drawFacts(email.facts, 0)}${drawAnswers(email.answers)}${drawFacts(email.details, email.answers.length > 0 ? 24 : 0)}${drawPeople(email)}</td></tr>
<tr><td class="pad quiet" style="padding:20px 32px 8px;font-size:13px;line-height:20px;color:${LIGHT.quiet}">${line(foot)}</td></tr>
</table></td></tr></table></body></html>`.text;
}

/** The brand's wire, which begins at a node and runs on. */
const drawWire = (product: string): Markup =>
  html`<table ${HOLDER}><tr><td width="10" style="width:10px;font-size:0;line-height:0"><div style="width:10px;height:10px;border-radius:5px;background:${LIGHT.lime}"></div></td>
<td style="padding:0 12px 0 10px;font-size:14px;line-height:20px;font-weight:600;color:${LIGHT.onInk};white-space:nowrap">${line(product)}</td>
<td width="100%" style="width:100%;font-size:0;line-height:0"><div style="height:2px;background:${LIGHT.wire}"></div></td></tr></table>`;

const drawHead = ({ kicker, title, subtitle }: Email, product: string): Markup =>
  html`<tr><td class="head pad" style="background:${LIGHT.ink};padding:26px 32px 28px;border-radius:16px 16px 0 0">${drawWire(product)}
<p style="margin:26px 0 0;font-size:14px;line-height:20px;font-weight:600;color:${LIGHT.lime}">${line(kicker)}</p>
<h1 class="title" style="margin:4px 0 0;font-size:34px;line-height:1.15;font-weight:700;letter-spacing:-0.02em;color:${LIGHT.onInk};overflow-wrap:anywhere;word-break:break-word">${apart(line(title))}</h1>
${line(subtitle) === '' ? NOTHING : html`<p style="margin:6px 0 0;font-size:16px;line-height:24px;color:${LIGHT.onInkQuiet};overflow-wrap:anywhere">${line(subtitle)}</p>`}</td></tr>`;

function drawStrip({ strip }: Email): Markup {
  if (strip === null) return NOTHING;
  const { text, note, isUrgent } = strip;
  const look = isUrgent
    ? `background:${LIGHT.lime};color:${LIGHT.ink}`
    : `background:${LIGHT.calm};color:${LIGHT.text}`;
  const more =
    note === '' ? NOTHING : html`<br><span style="font-size:13px;font-weight:400">${note}</span>`;
  return html`<tr><td class="${isUrgent ? 'strip pad' : 'calm text pad'}" style="${look};padding:14px 32px 15px;font-size:16px;line-height:22px;font-weight:600">${text}${more}</td></tr>`;
}

const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
/** What separates a row from the one above it; the first has none. */
const rule = (index: number) => (index === 0 ? '' : `border-top:1px solid ${LIGHT.line};`);

const drawWarning = ({ warning }: Email): Markup =>
  warning === null
    ? NOTHING
    : html`<table ${HOLDER} style="margin:0 0 24px"><tr><td style="background:${LIGHT.amber};color:${LIGHT.ink};border-radius:12px;padding:12px 16px;font-size:14px;line-height:21px"><strong>Atenção.</strong> ${line(warning)}</td></tr></table>`;

/** Each a table of its own: they stand in a row where there is room, else one below the other. */
const drawActions = (actions: readonly Action[]): Markup =>
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
const drawFacts = (facts: readonly Fact[], space: number): Markup => {
  const known = facts.filter(({ value }) => oneLine(value, MAX_LINE_LENGTH) !== '');
  return known.length === 0
    ? NOTHING
    : html`<table ${HOLDER} style="margin:${space}px 0 0">${known.map(drawFact)}</table>`;
};

const drawFact = ({ label, value, isContact = false }: Fact, index: number): Markup =>
  html`<tr><td class="label line quiet" style="width:34%;padding:11px 16px 11px 0;${rule(index)}font-size:14px;line-height:22px;color:${LIGHT.quiet};vertical-align:baseline">${label}</td><td class="value line text" style="padding:11px 0;${rule(index)}font-size:16px;line-height:22px;color:${LIGHT.text};vertical-align:baseline;${WRAP}">${apart(isContact ? oneLine(value, MAX_LINE_LENGTH) : line(value))}</td></tr>`;

const drawAnswers = (answers: Email['answers']): Markup =>
  html`${answers.map(
    ({ question, text }) =>
      html`<p class="quiet" style="margin:24px 0 6px;font-size:14px;line-height:20px;color:${LIGHT.quiet}">${question}</p>${manyLines(text, MAX_ANSWER_LENGTH).map(drawParagraph)}`,
  )}`;

const drawParagraph = (text: string): Markup =>
  text === ''
    ? NOTHING
    : html`<p class="text" dir="auto" style="margin:0 0 8px;font-size:17px;line-height:26px;color:${LIGHT.text};${WRAP}">${withoutLinks(text)}</p>`;

const drawPeople = ({ people, closing }: Email): Markup =>
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

/** Every table that only holds its parts in place. */
const HOLDER = new Markup(
  'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"',
);

/** What may have been typed, as one line without links. */
export const line = (text: string): string => withoutLinks(oneLine(text, MAX_LINE_LENGTH));

/** The same with its direction of writing for itself: one name does not turn the next word. */
export const apart = (text: string): Markup => html`<bdi>${text}</bdi>`;

export const NOTHING = new Markup('');
