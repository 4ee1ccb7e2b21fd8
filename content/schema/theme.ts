import { z } from 'zod';
import { color } from './parts.ts';

const colorsSchema = z.strictObject({
  dark: color.describe('O fundo escuro, e o texto sobre a cor de destaque, como `"#0b0d10"`.'),
  light: color.describe('O fundo claro.'),
  accent: color.describe('A cor de destaque: botões, números e a seção `aplicacao`.'),
});
export type ThemeColors = z.infer<typeof colorsSchema>;

const fontName = z
  .string()
  .regex(/^(bricolage-grotesque|instrument-sans|system|[a-z0-9-]+\.woff2)$/, {
    error: 'bricolage-grotesque, instrument-sans, system ou um arquivo .woff2 de content/fonts',
  })
  .meta({
    widget: 'font',
    labels: {
      'bricolage-grotesque': 'Bricolage Grotesque',
      'instrument-sans': 'Instrument Sans',
      system: 'A do aparelho',
    },
  });

const FONT_CHOICES =
  '`bricolage-grotesque`, `instrument-sans`, `system` (a do aparelho) ou um arquivo de `content/fonts`, como `marca.woff2`';

export const themeSchema = z.strictObject({
  colors: colorsSchema
    .optional()
    .describe('As três cores; as outras saem delas. O contraste é conferido na construção.'),
  fonts: z
    .strictObject({
      display: fontName.optional().describe(`A letra dos títulos: ${FONT_CHOICES}.`),
      text: fontName.optional().describe(`A letra dos textos: ${FONT_CHOICES}.`),
    })
    .optional()
    .describe('As letras.'),
  ground: z
    .enum(['dark', 'light'])
    .default('dark')
    .meta({ labels: { dark: 'Escuro', light: 'Claro' } })
    .describe(
      'O fundo da primeira tela: `dark` ou `light`. As seções alternam a partir dele, seja qual for a ordem.',
    ),
  ornament: z
    .enum(['wires', 'none'])
    .default('wires')
    .meta({ title: 'Enfeites', labels: { wires: 'Fios e nós', none: 'Nenhum' } })
    .describe('Os fios e nós que enfeitam títulos e seções: `wires` os mostra, `none` os tira.'),
});
export type ThemeContent = z.infer<typeof themeSchema>;
