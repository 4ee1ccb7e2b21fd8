import type { ContactItem } from '@funil/contract/console/contacts';
import { Fragment } from 'react';

interface Props {
  origin: Pick<ContactItem, 'source' | 'campaign' | 'content'>;
}

/** Source, campaign and creative of a contact's first visit. */
export function Origin({ origin }: Props) {
  const [first = 'direto', ...rest] = [origin.source, origin.campaign, origin.content].filter(
    Boolean,
  );
  return (
    <>
      <bdi>{first}</bdi>
      {rest.length > 0 && (
        <span className="text-muted">
          {rest.map((part) => (
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
