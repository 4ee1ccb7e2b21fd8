import type { ReactNode } from 'react';

/** A field without a value is not shown. */
export type LabeledField = readonly [name: string, value: ReactNode];

export const FieldList = ({ fields }: { fields: readonly LabeledField[] }) => (
  <dl className="grid gap-2">
    {fields.map(
      ([name, value]) =>
        value && (
          <div key={name} className="grid grid-cols-1 gap-x-3 xs:grid-cols-[6.5rem_minmax(0,1fr)]">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
