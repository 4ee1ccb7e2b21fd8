import type { FieldChange } from '@funil/contract/page/page-editor';

const CHANGE_LIST_CLASSES =
  'grid gap-2 [&>li]:grid [&>li]:gap-1.5 [&>li]:px-3 [&>li]:py-2.5 [&>li]:border [&>li]:rounded-lg [&_dl]:grid [&_dl]:grid-cols-[auto_minmax(0,1fr)] [&_dl]:gap-x-3 [&_dl]:gap-y-1 [&_dt]:text-muted [&_dt]:text-small [&_dd]:max-h-36 [&_dd]:overflow-y-auto [&_dd:first-of-type]:text-muted';

interface Props {
  changes: readonly Omit<FieldChange, 'is_sensitive'>[];
  headings?: readonly [before: string, after: string];
}

export const ChangeList = ({ changes, headings = ['Antes', 'Agora'] }: Props) => (
  <ul data-wide className={CHANGE_LIST_CLASSES}>
    {changes.map(({ file, label, before, after }) => (
      <li key={`${file} ${label}`}>
        <p className="text-small font-semibold">{label}</p>
        <dl>
          <dt>{headings[0]}</dt>
          <dd>{before || <i>vazio</i>}</dd>
          <dt>{headings[1]}</dt>
          <dd>{after || <i>vazio</i>}</dd>
        </dl>
      </li>
    ))}
  </ul>
);
