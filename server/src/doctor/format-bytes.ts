const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const STEP = 1024;

/** Returns `1,5 GB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP));
  const unit = Math.min(power, UNITS.length - 1);
  const amount = bytes / STEP ** unit;
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return `${amount.toLocaleString('pt-BR', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}
