import type { SubjectItem } from '@funil/contract/console/subjects';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Filling, fillingFor, fittingUse, sortTemplates } from './greeting.ts';
import { contextQuery, templatesQuery } from './templates-query.ts';

interface Greeting {
  /** With its placeholders. */
  readonly text: string;
  readonly filling: Filling;
  /** Which text it is; null: none. */
  readonly template: number | null;
}

export type Greet = (item: SubjectItem) => Greeting;

/** How each person of a list is greeted: asked for once, however many rows there are. */
export function useGreeter(): Greet {
  const templates = useQuery(templatesQuery).data?.items;
  const context = useQuery(contextQuery).data;
  return useCallback(
    (item) => {
      const use = fittingUse(item);
      const template = sortTemplates(templates ?? [], use).find((each) => each.for === use);
      return {
        text: template?.text ?? '',
        filling: fillingFor(item.name, context),
        template: template?.id ?? null,
      };
    },
    [templates, context],
  );
}
