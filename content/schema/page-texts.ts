import { z } from 'zod';
import { text } from './text.ts';

/** Texts that belong to the whole page rather than to a section. */
export const pageTextsSchema = z.strictObject({
  /** First link of the page, seen by those who use the keyboard. */
  skipLink: text,
  /** Shown where the forms would open when JavaScript is off. */
  noScript: text,
  /** Name of the corner of the page where notices appear, for screen readers. */
  toastRegion: text,
  /** Name of the button that closes a notice. */
  closeToast: text,
});

/** The indicator at the bottom right while a form is saved. */
export const autoSaveSchema = z.strictObject({
  /** While saving. */
  saving: text,
  /** Once saved; followed by the time, as in `Salvo 14:05`. */
  saved: text,
  /** Once saved, when the time is not known. */
  savedWithoutTime: text,
  /** When saving failed. */
  error: text,
});

/** Every video on the page, in the sections `videos` and `equipe`. */
export const videoPlayerSchema = z.strictObject({
  /** Name of the play button, followed by the video's title. */
  play: text,
  /** Name of the button that closes the playing video. */
  close: text,
  /** Shown instead of the thumbnail when no picture loads. */
  fallback: text,
  /** Link to the video on YouTube, shown when JavaScript is off. */
  elsewhere: text,
});

/** Which texts are shown depends on `tracking.consent`. */
export const consentTextsSchema = z.strictObject({
  /** Name of the notice or banner, for screen readers. */
  label: text,
  /** The text in `notice` mode. Name Google and Meta in it once their ids are set. */
  notice: text,
  /** Button that dismisses the notice. */
  dismiss: text,
  /** The text in `banner` mode. */
  banner: text,
  /** Button that allows Google and Meta. */
  accept: text,
  /** Button that refuses them; as easy to press as the other. */
  decline: text,
  /** Link to the privacy text in the footer. */
  privacyLink: text,
  /** In the footer while Google and Meta measure. Name only those configured. */
  granted: text,
  /** Button beside it that ends that. */
  withdraw: text,
  /** In the footer while they do not. */
  denied: text,
  /** Button beside it that allows them. */
  allow: text,
});
