import type { ApplicationModalContent } from '@funil/content/schema/application-modal';

/** What happens next, along the foot of a step in a window with more height than its fields need. */
export function Promises({ content }: { content: ApplicationModalContent }) {
  return (
    <ul className="application-foot">
      {content.steps.welcome.promises.map((promise) => (
        <li key={promise}>{promise}</li>
      ))}
    </ul>
  );
}
