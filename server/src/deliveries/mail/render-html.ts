import { html, type Markup } from '../../markup/html.ts';
import { drawActions, drawAnswers, drawFacts, drawPeople, drawWarning } from './html-parts.ts';
import { apart, HOLDER, line, NOTHING } from './html-text.ts';
import type { Letter } from './letter.ts';
import { FONT, LIGHT, STYLE } from './look.ts';

/** Keeps what follows the preview out of lists of messages. */
const FILLER = '\u00a0\u200c'.repeat(60);

/** A letter as HTML that mail clients render: tables, inline styles, nothing from outside. */
export function renderHtml(letter: Letter, product: string, foot: string): string {
  return html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="x-apple-disable-message-reformatting">
<title>${line(letter.subject)}</title><style>${STYLE}</style></head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${line(letter.preview)}${FILLER}</div>
<table ${HOLDER} class="ground" style="background:${LIGHT.ground};font-family:${FONT}"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" style="width:100%;max-width:600px;text-align:left">
${drawHead(letter, product)}${drawStrip(letter)}
<tr><td class="card pad" style="background:${LIGHT.card};padding:28px 32px 32px;border-radius:0 0 16px 16px">${drawWarning(letter)}${drawActions(letter.actions)}${drawFacts(letter.facts, 0)}${drawAnswers(letter.answers)}${drawFacts(letter.details, letter.answers.length > 0 ? 24 : 0)}${drawPeople(letter)}</td></tr>
<tr><td class="pad quiet" style="padding:20px 32px 8px;font-size:13px;line-height:20px;color:${LIGHT.quiet}">${line(foot)}</td></tr>
</table></td></tr></table></body></html>`.text;
}

/** The brand's wire, which begins at a node and runs on. */
const drawWire = (product: string): Markup =>
  html`<table ${HOLDER}><tr><td width="10" style="width:10px;font-size:0;line-height:0"><div style="width:10px;height:10px;border-radius:5px;background:${LIGHT.lime}"></div></td>
<td style="padding:0 12px 0 10px;font-size:14px;line-height:20px;font-weight:600;color:${LIGHT.onInk};white-space:nowrap">${line(product)}</td>
<td width="100%" style="width:100%;font-size:0;line-height:0"><div style="height:2px;background:${LIGHT.wire}"></div></td></tr></table>`;

const drawHead = ({ kicker, title, subtitle }: Letter, product: string): Markup =>
  html`<tr><td class="head pad" style="background:${LIGHT.ink};padding:26px 32px 28px;border-radius:16px 16px 0 0">${drawWire(product)}
<p style="margin:26px 0 0;font-size:14px;line-height:20px;font-weight:600;color:${LIGHT.lime}">${line(kicker)}</p>
<h1 class="title" style="margin:4px 0 0;font-size:34px;line-height:1.15;font-weight:700;letter-spacing:-0.02em;color:${LIGHT.onInk};overflow-wrap:anywhere;word-break:break-word">${apart(line(title))}</h1>
${line(subtitle) === '' ? NOTHING : html`<p style="margin:6px 0 0;font-size:16px;line-height:24px;color:${LIGHT.onInkQuiet};overflow-wrap:anywhere">${line(subtitle)}</p>`}</td></tr>`;

function drawStrip({ strip }: Letter): Markup {
  if (strip === null) return NOTHING;
  const { text, note, isUrgent } = strip;
  const look = isUrgent
    ? `background:${LIGHT.lime};color:${LIGHT.ink}`
    : `background:${LIGHT.calm};color:${LIGHT.text}`;
  const more =
    note === '' ? NOTHING : html`<br><span style="font-size:13px;font-weight:400">${note}</span>`;
  return html`<tr><td class="${isUrgent ? 'strip pad' : 'calm text pad'}" style="${look};padding:14px 32px 15px;font-size:16px;line-height:22px;font-weight:600">${text}${more}</td></tr>`;
}
