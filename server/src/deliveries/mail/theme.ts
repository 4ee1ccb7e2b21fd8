import { mix } from '@funil/brand/mix';
import { color } from '@funil/brand/palette';
import { Markup } from '../../markup/html.ts';

const INK_COLOR = color('ink');
const LIME_COLOR = color('lime');
const CARD_COLOR = color('paper-raised');
const TEXT_COLOR = color('on-paper');

export const MAIL_FONTS =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Colors for mail clients that ignore style sheets. */
export const LIGHT_COLORS = {
  ink: INK_COLOR,
  lime: LIME_COLOR,
  amber: color('amber'),
  onInk: color('on-ink'),
  onInkQuiet: color('on-ink-2'),
  ground: color('paper'),
  card: CARD_COLOR,
  text: TEXT_COLOR,
  quiet: mix(TEXT_COLOR, CARD_COLOR, 0.3),
  line: mix(CARD_COLOR, TEXT_COLOR, 0.12),
  edge: mix(CARD_COLOR, TEXT_COLOR, 0.28),
  banner: mix(color('paper'), TEXT_COLOR, 0.05),
  wire: mix(INK_COLOR, LIME_COLOR, 0.24),
} as const;

const onDarkCard = (share: number) => mix(color('ink-2'), color('on-ink'), share);

/** Styles for mail clients that read style sheets. */
export const MAIL_STYLES = new Markup(`
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
  .ground { background: ${INK_COLOR} !important; }
  .head { background: ${color('ink-3')} !important; }
  .card { background: ${color('ink-2')} !important; }
  .text { color: ${color('on-ink')} !important; }
  .quiet { color: ${color('on-ink-2')} !important; }
  .line { border-color: ${onDarkCard(0.11)} !important; }
  .button-main { background: ${LIME_COLOR} !important; border-color: ${LIME_COLOR} !important; color: ${INK_COLOR} !important; }
  .button-other { border-color: ${onDarkCard(0.3)} !important; color: ${color('on-ink')} !important; }
  .banner { background: ${color('ink-4')} !important; }
}`);
