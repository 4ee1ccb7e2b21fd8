import type { ReactNode } from 'react';

/** Text that a stranger typed: its direction marks reorder nothing around it. */
export const Typed = ({ children }: { children: ReactNode }) => <bdi>{children}</bdi>;
