const BROWSER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEM_NAMES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

const findName = (text: string, names: typeof BROWSER_NAMES) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Returns `Chrome no Android` for the User-Agent header of such a browser. */
export function describeDevice(userAgent: string): string {
  const browser = findName(userAgent, BROWSER_NAMES);
  const system = findName(userAgent, SYSTEM_NAMES);
  if (!browser) return system ?? 'Outro aparelho';
  return system ? `${browser} no ${system}` : browser;
}
