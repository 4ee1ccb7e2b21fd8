import type { TemplateUse } from '@funil/contract/console/templates';
import type { ContactState, EffectiveState, MoneyState } from '@funil/contract/contacts/contacts';
import type { Generated } from 'kysely';

export type ContactKind = 'lead' | 'application';

/** Times are ISO text in UTC unless noted. */
export interface ContactTables {
  contact_origins: {
    id: Generated<number>;
    digest: string;
    utm_source: string;
    utm_medium: string;
    utm_campaign: string;
    utm_content: string;
  };
  contacts: {
    number: Generated<number>;
    kind: ContactKind;
    lead_id: number | null;
    application_id: string | null;
    /** In ms since 1970, like `sent_at` and `follow_up_at`. */
    at: number;
    saved_at: string;
    sent_at: number | null;
    origin: number;
    state: Generated<EffectiveState>;
    money_state: Generated<MoneyState | null>;
    owner: Generated<string | null>;
    follow_up_at: Generated<number | null>;
    /** 1 or 0. The reasons are in the column `suspect` of leads and applications. */
    suspect: number;
    stage: 'started' | 'sent' | null;
    phone_key: string | null;
    email_key: string | null;
    /** Triggers give all rows of one person the same key. Null if the person has a single row. */
    person: Generated<string | null>;
    words: string;
  };
  contact_search_words: { word: string; number: number };
  followups: {
    subject: string;
    state: ContactState;
    owner: string | null;
    follow_up_at: string | null;
    version: number;
    changed_by: string;
    changed_at: string;
  };
  contact_notes: {
    id: Generated<number>;
    subject: string;
    at: string;
    written_by: string;
    text: string;
  };
  followup_changes: {
    id: Generated<number>;
    subject: string;
    at: string;
    changed_by: string;
    kind: 'state' | 'note' | 'message' | 'owner' | 'follow_up';
    detail: string;
  };
  templates: {
    id: Generated<number>;
    name: string;
    text: string;
    purpose: TemplateUse;
    version: Generated<number>;
  };
}
