import { utmLabel } from '@funil/contract/console/labels';
import type { ContactItem } from '@funil/contract/contacts/contacts';

interface Props {
  origin: Pick<ContactItem, 'source' | 'campaign' | 'content'>;
}

export const Origin = ({ origin: { source, campaign, content } }: Props) => (
  <>
    <bdi>{utmLabel('source', source)}</bdi>
    <span className="text-muted">
      {campaign && (
        <>
          {' · '}
          <bdi>{campaign}</bdi>
        </>
      )}
      {content && (
        <>
          {' · '}
          <bdi>{content}</bdi>
        </>
      )}
    </span>
  </>
);
