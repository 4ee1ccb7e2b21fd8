import type { AttachmentName } from './attachments.ts';
import type { PersonName } from './people.ts';
import type { ReactionName } from './reactions.ts';

export type Content =
  | { readonly text: string }
  | { readonly audio: string; readonly seed: number; readonly played?: boolean }
  | { readonly pix: string; readonly payer: string }
  | { readonly document: string; readonly detail: string }
  | { readonly picture: AttachmentName; readonly caption: string };

export interface Quote {
  readonly author: string;
  readonly text: string;
  readonly colour?: string;
}

interface Envelope {
  readonly from: 'me' | 'them' | GroupAuthor;
  readonly time: string;
  readonly quote?: Quote;
  readonly reactions?: readonly ReactionName[];
}

/** In a group each author has a name and a colour of their own. */
export interface GroupAuthor {
  readonly name: string;
  readonly colour: string;
}

export type Message = Envelope & Content;
export type Row = Message | { readonly chip: string };

export interface Conversation {
  readonly contact: string;
  readonly presence: string;
  readonly avatar: PersonName | 'group';
  readonly theme: 'light' | 'dark';
  readonly phone: 'android' | 'ios';
  readonly clock: string;
  readonly battery: number;
  readonly network: '4G' | '5G' | 'wifi';
  readonly fontSize?: number;
  readonly unreadElsewhere?: number;
  readonly rows: readonly Row[];
}
