import type { ContactItem } from '@funil/contract/console/contacts';
import { Fragment } from 'react';

/** Where somebody came from, the most telling last: source, campaign, creative. */
export function Origin({ of }: { of: Pick<ContactItem, 'source' | 'campaign' | 'content'> }) {
  const [first = 'direto', ...rest] = [of.source, of.campaign, of.content].filter(Boolean);
  return (
    <>
      <bdi>{first}</bdi>
      {rest.length > 0 && (
        <span className="muted">
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
