import type { EventRow } from '@funil/contract/visits/event';
import { simulateMonth } from '../../../testkit/simulate/simulate-month.ts';

/** Returns the events of simulated visits to 30 March 2026, each once, in the order in which they arrive. */
export function simulateEvents(visits: number): EventRow[] {
  const now = Date.parse('2026-03-30T12:00:00-03:00');
  const requests = [...simulateMonth({ visits, seed: 1, now, platforms: [] })];
  const rows = requests.flatMap((request) => (request.endpoint === 'jornada' ? request.rows : []));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
