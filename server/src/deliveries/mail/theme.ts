import { mix } from '@funil/brand/mix';
import { colour } from '@funil/brand/palette';
import { Markup } from '../../markup/html.ts';

const INK = colour('ink');
const LIME = colour('lime');
const AMBER = colour('amber');
const CARD = colour('paper-raised');
const TEXT = colour('on-paper');

export const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Colours that stand inline, for clients that know no style sheet: the light look. */
export const LIGHT = {
  ink: INK,
  lime: LIME,
  amber: AMBER,
  onInk: colour('on-ink'),
  onInkQuiet: colour('on-ink-2'),
  ground: colour('paper'),
  card: CARD,
  text: TEXT,
  quiet: mix(TEXT, CARD, 0.3),
  line: mix(CARD, TEXT, 0.12),
  /** Of a button that is not the first. */
  edge: mix(CARD, TEXT, 0.28),
  calm: mix(colour('paper'), TEXT, 0.05),
  /** On ink. */
  wire: mix(INK, LIME, 0.24),
} as const;

const onDarkCard = (share: number) => mix(colour('ink-2'), colour('on-ink'), share);

/** The dark look, and what phones need; where it is not understood, the light one stands. */
export const STYLE = new Markup(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { text-underline-offset: 3px; }
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .outer { padding: 0 !important; }
  .head { border-radius: 0 !important; }
  .title { font-size: 28px !important; }
  .button { display: block !important; margin-right: 0 !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: ${INK} !important; }
  .head { background: ${colour('ink-3')} !important; }
  .card { background: ${colour('ink-2')} !important; }
  .text { color: ${colour('on-ink')} !important; }
  .quiet { color: ${colour('on-ink-2')} !important; }
  .line { border-color: ${onDarkCard(0.11)} !important; }
  .button-main { background: ${LIME} !important; border-color: ${LIME} !important; color: ${INK} !important; }
  .button-other { border-color: ${onDarkCard(0.3)} !important; color: ${colour('on-ink')} !important; }
  .calm { background: ${colour('ink-4')} !important; }
}`);
