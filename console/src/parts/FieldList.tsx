import type { ReactNode } from 'react';

/** A field without a value is not shown. */
export type LabeledField = readonly [name: string, value: ReactNode];

export const FieldList = ({ fields }: { fields: readonly LabeledField[] }) => (
  <dl className="grid gap-2 [&>div]:grid [&>div]:grid-cols-[6.5rem_minmax(0,1fr)] [&>div]:gap-3 [&_dt]:text-muted">
    {fields.map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
