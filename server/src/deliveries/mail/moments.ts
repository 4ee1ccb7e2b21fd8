const ZONE = 'America/Sao_Paulo';
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, ...options });

const shortWeekday = format({ weekday: 'short' });
const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
const numbers = format({ day: 'numeric', month: 'numeric' });
const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A weekday alone tells a day for so long, in ms. */
const WEEK = 6 * 24 * 60 * 60 * 1000;

/** The hour as people say it: `14h`, `14h30`. */
function sayHour(time: number): string {
  const [hour = '', minute = ''] = clock.format(time).split(':');
  return `${Number(hour)}h${minute === '00' ? '' : minute}`;
}

/** A moment of these days in Brasília: `sex., 14h`; one further away with its date: `sex., 04/12, 14h`. */
export function sayShort(time: number, now: number): string {
  const date = Math.abs(time - now) < WEEK ? '' : ` ${numbers.format(time)},`;
  return `${shortWeekday.format(time)},${date} ${sayHour(time)}`;
}

/** `sexta-feira, 27 de novembro, às 14h`, in Brasília. */
export function sayLong(time: number): string {
  const hour = sayHour(time);
  return `${longDay.format(time)}, ${/^1h/.test(hour) ? 'à' : 'às'} ${hour}`;
}

/** `sáb., 21/11, 16h43`, in Brasília. */
export const sayDay = (time: number): string =>
  `${shortWeekday.format(time)}, ${numbers.format(time)}, ${sayHour(time)}`;
