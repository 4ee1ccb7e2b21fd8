import { html, Markup } from '../../markup/html.ts';
import { LIGHT_COLORS, MAIL_FONTS, MAIL_STYLES } from './theme.ts';
import { MAX_LINE_LENGTH, toOneLine, toTextLines, withoutLinks } from './visitor-text.ts';

/** The contents of an e-mail. Visitors' texts are as typed, because rendering cleans them. */
export interface Email {
  readonly subject: string;
  readonly preview: string;
  readonly kicker: string;
  readonly title: string;
  readonly subtitle: string;
  readonly banner: Banner | null;
  readonly warning: string | null;
  readonly actions: readonly EmailAction[];
  readonly fields: readonly LabeledValue[];
  readonly answers: readonly { readonly question: string; readonly text: string }[];
  readonly details: readonly LabeledValue[];
  readonly people: readonly EmailPerson[];
  readonly closing: string;
  readonly replyTo: string | null;
}

interface Banner {
  readonly text: string;
  readonly note: string;
  readonly isUrgent: boolean;
}

export interface EmailAction {
  readonly label: string;
  /** Rendering does not check links, so pass only digits, checked addresses and constant texts. */
  readonly href: string;
}

export interface LabeledValue {
  readonly label: string;
  readonly value: string;
  /** A checked address or number, which is shown unchanged so that it can be copied. */
  readonly isContact?: boolean;
}

export interface EmailPerson {
  readonly name: string;
  readonly subtitle: string;
  readonly detail: string;
  readonly isSuspect: boolean;
  readonly action: EmailAction | null;
}

export const EMPTY_EMAIL = {
  subtitle: '',
  banner: null,
  warning: null,
  actions: [],
  fields: [],
  answers: [],
  details: [],
  people: [],
  closing: '',
  replyTo: null,
} as const satisfies Partial<Email>;

export interface MailContext {
  /** Null: the page names no product. */
  readonly product: string | null;
  /** Null: the console has no public address. */
  readonly consoleUrl: string | null;
  readonly now: number;
}

const MAX_ANSWER_LENGTH = 2_000;

const indent = (lines: readonly string[]) => lines.map((text) => (text ? `  ${text}` : ''));

export function renderText(email: Email, footer: string): string {
  const { banner, warning, answers, people, closing } = email;
  const paragraphs: (readonly string[])[] = [
    [
      cleanLine(email.kicker).toLocaleUpperCase('pt-BR'),
      cleanLine(email.title),
      cleanLine(email.subtitle),
    ],
    banner === null ? [] : [cleanLine(banner.text), cleanLine(banner.note)],
    warning === null ? [] : [`Atenção: ${cleanLine(warning)}`],
    ...email.actions
      .filter(({ href }) => !href.startsWith('mailto:'))
      .map(({ label, href }) => [`${label}:`, href]),
    writeFields(email.fields),
    ...answers.map(({ question, text }) => [
      question,
      ...indent(toTextLines(text, MAX_ANSWER_LENGTH).map(withoutLinks)),
    ]),
    writeFields(email.details),
    ...people.map(({ name, subtitle, detail, isSuspect, action }) => [
      `${cleanLine(name)}${isSuspect ? ' [parece robô]' : ''}`,
      ...indent([cleanLine(subtitle), cleanLine(detail), action?.href ?? ''].filter(Boolean)),
    ]),
    [cleanLine(closing)],
    ['--', cleanLine(footer)],
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

const cleanLine = (text: string): string => withoutLinks(toOneLine(text, MAX_LINE_LENGTH));

const cleanValue = ({ value, isContact }: LabeledValue): string =>
  isContact ? toOneLine(value, MAX_LINE_LENGTH) : cleanLine(value);

const withValue = (fields: readonly LabeledValue[]) =>
  fields.filter((field) => cleanValue(field) !== '');

const writeFields = (fields: readonly LabeledValue[]): string[] =>
  withValue(fields).map((field) => `${field.label}: ${cleanValue(field)}`);

/** Invisible text, so that a mailbox shows no more of the message after the preview. */
const PREVIEW_FILLER = '\u00a0\u200c'.repeat(60);

const LAYOUT_TABLE = new Markup(
  'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"',
);
const EMPTY_MARKUP = new Markup('');
const WRAP_STYLE = 'overflow-wrap:anywhere;word-break:break-word';

/** Mail clients render only tables and inline styles reliably, and block external resources. */
export function renderHtml(email: Email, senderName: string, footer: string): string {
  return html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="x-apple-disable-message-reformatting">
<title>${cleanLine(email.subject)}</title><style>${MAIL_STYLES}</style></head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT_COLORS.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${cleanLine(email.preview)}${PREVIEW_FILLER}</div>
<table ${LAYOUT_TABLE} class="ground" style="background:${LIGHT_COLORS.ground};font-family:${MAIL_FONTS}"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" style="width:100%;max-width:600px;text-align:left">
${renderHead(email, senderName)}${renderBanner(email)}
<tr><td class="card pad" style="background:${LIGHT_COLORS.card};padding:28px 32px 32px;border-radius:0 0 16px 16px">${renderWarning(email)}${renderActions(email)}${renderFields(email.fields, 0)}${renderAnswers(email)}${renderFields(email.details, email.answers.length > 0 ? 24 : 0)}${renderPeople(email)}</td></tr>
<tr><td class="pad quiet" style="padding:20px 32px 8px;font-size:13px;line-height:20px;color:${LIGHT_COLORS.quiet}">${cleanLine(footer)}</td></tr>
</table></td></tr></table></body></html>`.text;
}

const renderBrand = (senderName: string): Markup =>
  html`<table ${LAYOUT_TABLE}><tr><td width="10" style="width:10px;font-size:0;line-height:0"><div style="width:10px;height:10px;border-radius:5px;background:${LIGHT_COLORS.lime}"></div></td>
<td style="padding:0 12px 0 10px;font-size:14px;line-height:20px;font-weight:600;color:${LIGHT_COLORS.onInk};white-space:nowrap">${cleanLine(senderName)}</td>
<td width="100%" style="width:100%;font-size:0;line-height:0"><div style="height:2px;background:${LIGHT_COLORS.wire}"></div></td></tr></table>`;

const renderHead = ({ kicker, title, subtitle }: Email, senderName: string): Markup =>
  html`<tr><td class="head pad" style="background:${LIGHT_COLORS.ink};padding:26px 32px 28px;border-radius:16px 16px 0 0">${renderBrand(senderName)}
<p style="margin:26px 0 0;font-size:14px;line-height:20px;font-weight:600;color:${LIGHT_COLORS.lime}">${cleanLine(kicker)}</p>
<h1 class="title" style="margin:4px 0 0;font-size:34px;line-height:1.15;font-weight:700;letter-spacing:-0.02em;color:${LIGHT_COLORS.onInk};${WRAP_STYLE}">${isolateDirection(cleanLine(title))}</h1>
${subtitle === '' ? EMPTY_MARKUP : html`<p style="margin:6px 0 0;font-size:16px;line-height:24px;color:${LIGHT_COLORS.onInkQuiet};overflow-wrap:anywhere">${cleanLine(subtitle)}</p>`}</td></tr>`;

function renderBanner({ banner }: Email): Markup {
  if (banner === null) return EMPTY_MARKUP;
  const { text, note, isUrgent } = banner;
  const colors = isUrgent
    ? `background:${LIGHT_COLORS.lime};color:${LIGHT_COLORS.ink}`
    : `background:${LIGHT_COLORS.banner};color:${LIGHT_COLORS.text}`;
  const noteMarkup =
    note === ''
      ? EMPTY_MARKUP
      : html`<br><span style="font-size:13px;font-weight:400">${note}</span>`;
  return html`<tr><td class="${isUrgent ? 'pad' : 'banner text pad'}" style="${colors};padding:14px 32px 15px;font-size:16px;line-height:22px;font-weight:600">${text}${noteMarkup}</td></tr>`;
}

const borderAbove = (index: number) =>
  index === 0 ? '' : `border-top:1px solid ${LIGHT_COLORS.line};`;

const renderWarning = ({ warning }: Email): Markup =>
  warning === null
    ? EMPTY_MARKUP
    : html`<table ${LAYOUT_TABLE} style="margin:0 0 24px"><tr><td style="background:${LIGHT_COLORS.amber};color:${LIGHT_COLORS.ink};border-radius:12px;padding:12px 16px;font-size:14px;line-height:21px"><strong>Atenção.</strong> ${cleanLine(warning)}</td></tr></table>`;

const renderActions = ({ actions }: Email): Markup =>
  actions.length === 0
    ? EMPTY_MARKUP
    : html`<div style="margin:0 0 16px">${actions.map((action, index) => renderButton(action, index === 0))}</div>`;

function renderButton({ label, href }: EmailAction, isMain: boolean): Markup {
  const colors = isMain
    ? `background:${LIGHT_COLORS.ink};color:${LIGHT_COLORS.onInk};border:1px solid ${LIGHT_COLORS.ink}`
    : `color:${LIGHT_COLORS.text};border:1px solid ${LIGHT_COLORS.edge}`;
  return html`<a class="button ${isMain ? 'button-main' : 'button-other'}" href="${href}" style="display:inline-block;${colors};border-radius:12px;padding:13px 20px;margin:0 8px 8px 0;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${label}</a>`;
}

const renderFields = (fields: readonly LabeledValue[], marginTop: number): Markup => {
  const filledFields = withValue(fields);
  return filledFields.length === 0
    ? EMPTY_MARKUP
    : html`<table ${LAYOUT_TABLE} style="margin:${marginTop}px 0 0">${filledFields.map(renderField)}</table>`;
};

const renderField = (field: LabeledValue, index: number): Markup =>
  html`<tr><td class="line quiet" style="width:34%;padding:11px 16px 11px 0;${borderAbove(index)}font-size:14px;line-height:22px;color:${LIGHT_COLORS.quiet};vertical-align:baseline">${field.label}</td><td class="line text" style="padding:11px 0;${borderAbove(index)}font-size:16px;line-height:22px;color:${LIGHT_COLORS.text};vertical-align:baseline;${WRAP_STYLE}">${isolateDirection(cleanValue(field))}</td></tr>`;

const renderAnswers = ({ answers }: Email): Markup =>
  html`${answers.map(
    ({ question, text }) =>
      html`<p class="quiet" style="margin:24px 0 6px;font-size:14px;line-height:20px;color:${LIGHT_COLORS.quiet}">${question}</p>${toTextLines(text, MAX_ANSWER_LENGTH).filter(Boolean).map(renderParagraph)}`,
  )}`;

const renderParagraph = (text: string): Markup =>
  html`<p class="text" dir="auto" style="margin:0 0 8px;font-size:17px;line-height:26px;color:${LIGHT_COLORS.text};${WRAP_STYLE}">${withoutLinks(text)}</p>`;

const renderPeople = ({ people, closing }: Email): Markup =>
  people.length === 0
    ? EMPTY_MARKUP
    : html`<table ${LAYOUT_TABLE}>${people.map(renderPerson)}</table>${
        closing === ''
          ? EMPTY_MARKUP
          : html`<p class="quiet" style="margin:20px 0 0;font-size:14px;line-height:21px;color:${LIGHT_COLORS.quiet}">${cleanLine(closing)}</p>`
      }`;

const renderPerson = (
  { name, subtitle, detail, isSuspect, action }: EmailPerson,
  index: number,
): Markup =>
  html`<tr><td class="line" style="padding:14px 12px 14px 0;${borderAbove(index)}vertical-align:top;${WRAP_STYLE}"><span class="text" style="font-size:16px;line-height:22px;font-weight:600;color:${LIGHT_COLORS.text}">${isolateDirection(cleanLine(name))}</span>${isSuspect ? SUSPECT_MARK : EMPTY_MARKUP}<br><span class="quiet" style="font-size:14px;line-height:21px;color:${LIGHT_COLORS.quiet}">${isolateDirection(cleanLine(subtitle))}<br>${cleanLine(detail)}</span></td><td class="line" align="right" style="padding:14px 0;${borderAbove(index)}vertical-align:middle;white-space:nowrap">${action === null ? EMPTY_MARKUP : renderPersonAction(action)}</td></tr>`;

const SUSPECT_MARK = html` <span style="background:${LIGHT_COLORS.amber};color:${LIGHT_COLORS.ink};border-radius:6px;padding:1px 7px;font-size:12px;line-height:18px;font-weight:600">parece robô</span>`;

const renderPersonAction = ({ label, href }: EmailAction): Markup =>
  html`<a class="button-other" href="${href}" style="display:inline-block;border:1px solid ${LIGHT_COLORS.edge};border-radius:10px;padding:9px 14px;font-size:14px;line-height:18px;font-weight:600;text-decoration:none;color:${LIGHT_COLORS.text}">${label}</a>`;

/** A right-to-left name must not reorder the text around it. */
const isolateDirection = (text: string): Markup => html`<bdi>${text}</bdi>`;
