import type { SubjectItem } from '@funil/contract/console/subjects';

/** Where somebody came from, the most telling last: source, campaign, creative. */
export function Origin({ of }: { of: Pick<SubjectItem, 'source' | 'campaign' | 'content'> }) {
  const [first = 'direto', ...rest] = [of.source, of.campaign, of.content].filter(Boolean);
  return (
    <>
      {first}
      {rest.length > 0 && <span className="muted"> · {rest.join(' · ')}</span>}
    </>
  );
}
