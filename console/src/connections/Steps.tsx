/** The steps in a platform's panel. */
export const Steps = ({ steps = [] }: { steps: readonly string[] | undefined }) => (
  <ol className="connection-steps">
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);
