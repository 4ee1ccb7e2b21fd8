import { EVENT_LABELS } from '@funil/contract/delivery-labels';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import './event-choices.css';

interface Props {
  legend: string;
  /** Of the boxes in the form's data. */
  name?: string;
  events: readonly WebhookEvent[];
  chosen: readonly WebhookEvent[];
  onChange: (chosen: readonly WebhookEvent[]) => void;
}

/** One box per event. */
export const EventChoices = ({ legend, name, events, chosen, onChange }: Props) => (
  <fieldset className="event-choices">
    <legend className="field-label">{legend}</legend>
    {events.map((event) => (
      <label key={event}>
        <input
          type="checkbox"
          className="check"
          name={name}
          value={event}
          checked={chosen.includes(event)}
          onChange={({ target: { checked } }) =>
            onChange(events.filter((it) => (it === event ? checked : chosen.includes(it))))
          }
        />
        {EVENT_LABELS[event]}
      </label>
    ))}
  </fieldset>
);
