import { EVENT_LABELS } from '@funil/contract/console/delivery-labels';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';

interface Props {
  legend: string;
  /** Of the boxes in the form's data. */
  name?: string;
  events: readonly WebhookEvent[];
  chosen: readonly WebhookEvent[];
  onChange: (chosen: readonly WebhookEvent[]) => void;
}

/** A box per event. */
export const EventChoices = ({ legend, name, events, chosen, onChange }: Props) => (
  <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] [&_legend]:mb-1 [&_label]:flex [&_label]:items-center [&_label]:gap-2.5 [&_label]:min-h-11 [&_label]:cursor-pointer">
    <legend className="text-small font-semibold">{legend}</legend>
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
