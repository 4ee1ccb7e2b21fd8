import type { ReactNode } from 'react';
import { splitVersions } from '../versions.ts';

interface Props {
  text: string | undefined;
  children?: (text: string) => ReactNode;
}

/** `html[data-v]` shows one of a tested text's two versions. */
export function Text({ text = '', children = (version) => version }: Props) {
  const [first, second] = splitVersions(text);
  if (second === undefined) return <>{children(first)}</>;
  return (
    <>
      <span data-v="a">{children(first)}</span>
      <span data-v="b">{children(second)}</span>
    </>
  );
}
