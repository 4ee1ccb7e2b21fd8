export const Steps = ({ steps = [] }: { steps: readonly string[] | undefined }) => (
  <ol className="grid gap-1.5 pl-5 list-decimal">
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);
