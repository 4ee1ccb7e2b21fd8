import { utmLabel } from '@funil/contract/console/labels';
import type { ContactItem } from '@funil/contract/contacts/contacts';
import { Fragment } from 'react';

interface Props {
  origin: Pick<ContactItem, 'source' | 'campaign' | 'content'>;
}

export function Origin({ origin }: Props) {
  const details = [origin.campaign, origin.content].filter(Boolean);
  return (
    <>
      <bdi>{utmLabel('source', origin.source)}</bdi>
      {details.length > 0 && (
        <span className="text-muted">
          {details.map((part) => (
            <Fragment key={part}>
              {' · '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
        </span>
      )}
    </>
  );
}
