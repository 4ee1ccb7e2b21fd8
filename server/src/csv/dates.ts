import { startOfDay } from '@funil/contract/brasilia';
import { normalizeTitle } from './read-csv.ts';

/** Which number comes first in a date such as 01/03/2026. */
export type DateOrder = 'day' | 'month';

interface FileDate {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `HH:MM:SS`; null: the date has no time. */
  readonly timeOfDay: string | null;
  /** `Z` or an offset such as `-03:00` or `-0300`; empty: none. */
  readonly zone: string;
}

const MONTH_NAMES =
  'jan ene,fev feb,mar,abr apr,mai may,jun,jul,ago aug,set sep,out oct,nov,dez dec dic'.split(',');

/** “mar, 6 oct” is a Tuesday in Spanish; “mar 6” is in March. */
const WEEKDAY_PREFIX =
  /^(?:dom|seg|ter|qua|qui|sex|sab|sun|mon|tue|wed|thu|fri|sat|lun|mar(?=[a-z.,]* \d+ [a-z])|mie|jue|vie)[a-z-]*[.,]* /;
const YEAR_FIRST = /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?!\d)/;
const COMPACT_DATE = /^(?<year>20\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)/;
const NAMED_MONTHS = [
  /^(?<day>\d{1,2})(?:o|st|nd|rd|th)?(?: de |[-/. ])(?<name>[a-z]{3,9})\.?,?(?: de |[-/., ])(?<year>\d{4}|\d\d)(?!\d)/,
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/,
];
const YEAR_LAST =
  /^(?<first>\d{1,2})(?<separator>[-/.])(?<second>\d{1,2})\k<separator>(?<year>\d{4}|\d\d)(?!\d)/;
/** A spreadsheet's days since 30 December 1899, for dates from mid-1998 to 2099. */
const SPREADSHEET_DAY = /^(?:3[6-9]\d{3}|[4-6]\d{4}|7[0-2]\d{3})(?:[.,]\d+)?$/;
const UNIX_TIME = /^1\d{9}(?:\d{3})?$/;
const SPREADSHEET_START_MS = Date.UTC(1899, 11, 30);
const DAY_SECONDS = 24 * 60 * 60;
const TIME_OF_DAY =
  /^(?:[t,]? ?|,? (?:as|at|[-–|]) )(?<hour>\d{1,2})(?::| ?h ?(?=\d)|(?= ?hs?$)|(?= ?[ap]m))(?<minute>\d\d)?(?::(?<second>\d\d)(?:[.,]\d{1,9})?)?(?: ?(?:hs?|hrs|horas|m(?:in)?)(?![a-z.]))? ?(?:(?<meridiem>[ap])\.? ?m\.?)? ?(?<zone>z|brt|america\/sao_paulo|horario de brasilia|(?:utc|gmt)?(?<offset>[+-]\d{1,2}:?(?:\d\d)?)?(?: utc| [+-]\d\d)?)$/;

const ZONE_IN_BRACKETS = /((?<![+-]\d\d):\d\d(?: [ap]\.?m\.?)?) ?\(((?:utc|gmt)[^()]*)\)$/i;

/** Returns null if both numbers may be the month, or the text is no such date. */
export function detectDateOrder(text: string): DateOrder | null {
  const { first, second, separator } = YEAR_LAST.exec(text.trim())?.groups ?? {};
  if (Number(first) > MONTH_NAMES.length) return 'day';
  if (Number(second) > MONTH_NAMES.length) return 'month';
  // With points, all countries write the day first.
  return separator === '.' ? 'day' : null;
}

/**
 * Reads 1/11/2026, 01-11-26, 2026-11-01T10:00Z, 46327.5, or 1 de nov. de 2026 às 10h30.
 * @param order whether the file's dates begin with the day or the month; null: unknown
 */
export function readDate(text: string, order: DateOrder | null): FileDate | 'unclear' | 'invalid' {
  // Browsers repeat the zone in brackets, and some programs write it only there.
  const plain = normalizeTitle(
    text
      .normalize('NFKC')
      .replace(ZONE_IN_BRACKETS, '$1 $2')
      .replace(/\p{Cf}| \(.*\)$|\[.*\]$/gu, ''),
  );
  if (SPREADSHEET_DAY.test(plain)) return fromSerial(plain.replace(',', '.'));
  if (UNIX_TIME.test(plain)) {
    return readDate(new Date(Number(plain.padEnd(13, '0'))).toISOString(), order);
  }
  const withoutWeekday = plain.replace(WEEKDAY_PREFIX, '');
  const dateMatch = [YEAR_FIRST, COMPACT_DATE, ...NAMED_MONTHS, YEAR_LAST]
    .map((pattern) => pattern.exec(withoutWeekday))
    .find((match) => match !== null);
  if (!dateMatch) return 'invalid';
  const time = readTimeOfDay(withoutWeekday.slice(dateMatch[0].length));
  const evidentOrder = detectDateOrder(dateMatch[0]);
  if (time === null || (evidentOrder !== null && order !== null && evidentOrder !== order))
    return 'invalid';
  const { year = '', name = '', first = '', second = '', ...parts } = dateMatch.groups ?? {};
  const dateOrder = evidentOrder ?? order;
  if (dateOrder === null && first !== second) return 'unclear';
  const namedMonth =
    1 + MONTH_NAMES.findIndex((names) => name !== '' && names.includes(name.slice(0, 3)));
  const [day, month] = dateOrder === 'month' ? [second, first] : [first, second];
  const iso = [
    year.padStart(4, '20'),
    (parts.month ?? (name === '' ? month : String(namedMonth))).padStart(2, '0'),
    (parts.day ?? day).padStart(2, '0'),
  ].join('-');
  return startOfDay(iso) === null ? 'invalid' : { day: iso, ...time };
}

function fromSerial(days: string): FileDate {
  const seconds = Math.round(Number(days) * DAY_SECONDS);
  const iso = new Date(SPREADSHEET_START_MS + seconds * 1000).toISOString();
  const timeOfDay = days.includes('.') ? iso.slice(11, 19) : null;
  return { day: iso.slice(0, 10), timeOfDay, zone: '' };
}

function readTimeOfDay(text: string): Pick<FileDate, 'timeOfDay' | 'zone'> | null {
  if (text.trim() === '') return { timeOfDay: null, zone: '' };
  const { hour, meridiem, zone = '', offset, ...parts } = TIME_OF_DAY.exec(text)?.groups ?? {};
  if (hour === undefined) return null;
  const hours =
    meridiem === undefined ? Number(hour) : (Number(hour) % 12) + (meridiem === 'p' ? 12 : 0);
  const timeOfDay = [String(hours).padStart(2, '0'), parts.minute ?? '00', parts.second ?? '00'];
  // `-3` and `-03` are `-03:00`.
  const fullOffset = offset?.replace(/^(.)(\d)$/, '$10$2').replace(/^...$/, '$&:00');
  const isUtc = /^ ?(?:z|utc|gmt)/.test(zone);
  return { timeOfDay: timeOfDay.join(':'), zone: fullOffset ?? (isUtc ? 'Z' : '') };
}
