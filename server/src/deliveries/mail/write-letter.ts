import { PAYLOADS } from '@funil/contract/webhook-payloads';
import type { Announcement } from '../destination.ts';
import { writeApplication } from './application-letter.ts';
import { writeDraft } from './draft-letter.ts';
import { writeLeads } from './leads-letter.ts';
import type { Desk, Letter } from './letter.ts';
import { writeSale } from './sale-letter.ts';

/** What is written of an announcement; null where its data is not what its type has. */
export function writeLetter({ type, data }: Announcement, desk: Desk): Letter | null {
  switch (type) {
    case 'lead.created': {
      const lead = PAYLOADS[type].safeParse(data);
      return lead.success ? writeLeads([lead.data], desk) : null;
    }
    case 'application.created': {
      const application = PAYLOADS[type].safeParse(data);
      return application.success ? writeApplication(application.data, desk) : null;
    }
    case 'application.started':
    case 'application.abandoned': {
      const draft = PAYLOADS[type].safeParse(data);
      return draft.success ? writeDraft(type, draft.data, desk) : null;
    }
    case 'sale.pending':
    case 'sale.paid':
    case 'sale.refunded':
    case 'sale.chargeback': {
      const sale = PAYLOADS[type].safeParse(data);
      return sale.success ? writeSale(type, sale.data, desk) : null;
    }
    case 'person.erased':
      return null;
  }
}
