import { Failure } from './Failure.tsx';
import { Loading } from './Loading.tsx';

interface Props {
  query: {
    readonly data: unknown;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** What is being waited for. */
  label?: string;
}

/** Stands where an answer will, until there is one; or says why there is none. */
export function Missing({ query: { data, error, refetch }, label }: Props) {
  if (data !== undefined) return null;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return label === undefined ? <Loading /> : <Loading label={label} />;
}
