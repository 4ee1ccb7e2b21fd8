import { mix } from '@funil/brand/mix';
import { color } from '@funil/brand/palette';
import { Markup } from '../../markup/html.ts';

const INK = color('ink');
const LIME = color('lime');
const CARD = color('paper-raised');
const TEXT = color('on-paper');

export const MAIL_FONTS =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Colors of the light theme, inline for clients that ignore style sheets. */
export const LIGHT_COLORS = {
  ink: INK,
  lime: LIME,
  amber: color('amber'),
  onInk: color('on-ink'),
  onInkQuiet: color('on-ink-2'),
  ground: color('paper'),
  card: CARD,
  text: TEXT,
  quiet: mix(TEXT, CARD, 0.3),
  line: mix(CARD, TEXT, 0.12),
  /** Border of secondary buttons. */
  edge: mix(CARD, TEXT, 0.28),
  banner: mix(color('paper'), TEXT, 0.05),
  /** The line beside the product's name, on the dark header. */
  wire: mix(INK, LIME, 0.24),
} as const;

const onDarkCard = (share: number) => mix(color('ink-2'), color('on-ink'), share);

/** The dark theme and the narrow layout, for clients that read style sheets. */
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
  .ground { background: ${INK} !important; }
  .head { background: ${color('ink-3')} !important; }
  .card { background: ${color('ink-2')} !important; }
  .text { color: ${color('on-ink')} !important; }
  .quiet { color: ${color('on-ink-2')} !important; }
  .line { border-color: ${onDarkCard(0.11)} !important; }
  .button-main { background: ${LIME} !important; border-color: ${LIME} !important; color: ${INK} !important; }
  .button-other { border-color: ${onDarkCard(0.3)} !important; color: ${color('on-ink')} !important; }
  .banner { background: ${color('ink-4')} !important; }
}`);
