import { z } from 'zod';
import { text } from './text.ts';

/** Texts that belong to the whole page rather than to a section. */
export const pageTextsSchema = z.strictObject({
  skipLink: text.describe('Primeiro link da página, visto por quem usa o teclado.'),
  noScript: text.describe('Aparece quando o navegador está sem JavaScript.'),
  toastRegion: text.describe('Nome do canto onde os avisos aparecem, para leitores de tela.'),
  closeToast: text.describe('Nome do botão que fecha um aviso.'),
});

/** The indicator at the bottom right while a form is saved. */
export const autoSaveSchema = z.strictObject({
  saving: text.describe('Enquanto grava.'),
  saved: text.describe('Gravado; a hora vem depois, como em `Salvo 14:05`.'),
  savedWithoutTime: text.describe('Gravado, quando não se sabe a hora.'),
  error: text.describe('Não gravou.'),
});

/** Every video on the page, in the sections `videos` and `equipe`. */
export const videoPlayerSchema = z.strictObject({
  play: text.describe('Nome do botão que toca, seguido do título do vídeo.'),
  close: text.describe('Nome do botão que fecha o vídeo.'),
  fallback: text.describe('Aparece quando nenhuma capa carrega.'),
  elsewhere: text.describe('Link para o vídeo no YouTube, sem JavaScript.'),
});

/** Which texts are shown depends on `tracking.consent`. */
export const consentTextsSchema = z.strictObject({
  label: text.describe('Nome do aviso, para leitores de tela.'),
  notice: text.describe('O texto no modo `notice`. Cite Google e Meta quando os ligar.'),
  dismiss: text.describe('Botão que dispensa o aviso.'),
  banner: text.describe('O texto no modo `banner`.'),
  accept: text.describe('Botão que permite Google e Meta.'),
  decline: text.describe('Botão que os recusa; tão fácil de apertar quanto o outro.'),
  privacyLink: text.describe('Link para o texto de privacidade.'),
  granted: text
    .default('A medição do Google e da Meta está ligada neste navegador.')
    .describe('No rodapé, enquanto Google e Meta medem. Cite só os que você ligou.'),
  withdraw: text.default('Desligar').describe('Botão ao lado, que desliga os dois.'),
  denied: text
    .default('A medição do Google e da Meta está desligada neste navegador.')
    .describe('No rodapé, enquanto eles não medem.'),
  allow: text.default('Ligar').describe('Botão ao lado, que os permite.'),
});
