import { Emphasis } from '../../../parts/Emphasis.tsx';

interface Props {
  title: string;
  description: string;
}

/** A step's title, which takes the focus when the step is shown, and what stands under it. */
export function StepTitle({ title, description }: Props) {
  return (
    <div className="application-title">
      <h2 tabIndex={-1} data-step-title>
        <Emphasis text={title} />
      </h2>
      <p className="mt-1.5 text-muted">{description}</p>
    </div>
  );
}
