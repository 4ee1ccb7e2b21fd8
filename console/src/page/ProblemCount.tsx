export const ProblemCount = ({ count }: { count: number }) => (
  <span className="flex-none min-w-5.5 px-1.5 py-0.25 rounded-full bg-bad text-raised text-small font-semibold text-center">
    {count}
    <span className="sr-only">{count === 1 ? ' problema' : ' problemas'}</span>
  </span>
);
