import type { SubjectItem } from '@funil/contract/console/subjects';
import { formatPhone } from '@funil/contract/phone';
import { type MouseEvent, memo } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Deadline } from './Deadline.tsx';
import { Origin } from './Origin.tsx';
import { StateLabel } from './StateLabel.tsx';
import { STAGE_LABELS } from './states.ts';
import type { Greet } from './use-greeter.ts';
import { WhatsappLink } from './WhatsappLink.tsx';

interface Props {
  item: SubjectItem;
  index: number;
  isOpen: boolean;
  isPicked: boolean;
  onPick: (item: SubjectItem) => void;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  greet: Greet;
}

/** One person in a list: who, from where, how it stands, and the way to talk. */
export const SubjectRow = memo(function SubjectRow(props: Props) {
  const { item, index, isOpen, isPicked, onPick, onOpen, greet } = props;
  const [kind, id = ''] = item.subject.split(':');
  return (
    <div className="row-line" data-open={isOpen || undefined} data-picked={isPicked || undefined}>
      <label className="row-pick">
        <input
          type="checkbox"
          className="check"
          checked={isPicked}
          aria-label={`Marcar ${item.name}`}
          onChange={() => onPick(item)}
        />
      </label>
      <a
        href={`/${kind === 'lead' ? 'leads' : 'aplicacoes'}/${id}`}
        className="row-link"
        data-index={index}
        data-id={id}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className="row-name">
          <span className="row-name-text">{item.name || 'Sem nome'}</span>
          {item.suspect && <span className="row-suspect">suspeito</span>}
          {item.has_note && <Icon name="note" />}
          {item.has_note && <span className="out-of-sight">, com anotação</span>}
        </span>
        <span className="row-from">
          <span className="row-phone">{formatPhone(item.phone)}</span>
          <span className="row-origin">
            <Origin of={item} />
          </span>
        </span>
        <span className="row-state">
          {item.stage !== null && item.stage !== 'sent' ? (
            <span className="state" data-tone={item.stage === 'abandoned' ? 'warn' : 'busy'}>
              {STAGE_LABELS[item.stage]}
            </span>
          ) : (
            <StateLabel state={item.state} />
          )}
        </span>
        <span className="row-time">
          {item.due_at ? (
            <Deadline from={item.created_at} due={item.due_at} />
          ) : (
            <Moment at={item.created_at} />
          )}
        </span>
      </a>
      <WhatsappLink item={item} greet={greet} />
    </div>
  );
});
