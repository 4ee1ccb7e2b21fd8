/** What an operator asks for, by name; `#` is another number each time. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'first page': 'leads',
  'largest page': 'leads?limit=200',
  source: 'leads?source=instagram',
  campaign: 'leads?campaign=campanha-#',
  'source and campaign that never meet': 'leads?source=google&campaign=campanha-2',
  'rare campaign': 'leads?campaign=campanha-rara',
  creative: 'leads?content=criativo-3&campaign=campanha-#',
  state: 'leads?state=em_conversa',
  'state and campaign': 'leads?state=perdido&campaign=campanha-#',
  'rare state': 'leads?state=comprou',
  'new ones': 'leads?state=novo&source=meta',
  suspected: 'leads?suspect=yes&campaign=campanha-#',
  'not suspected': 'leads?suspect=no&source=stories',
  'a name': 'leads?q=maria',
  'two common names': 'leads?q=Jos%C3%A9%20oliveira',
  'two names that seldom meet': 'leads?q=everton%20vargas',
  'a rare name': 'leads?q=zuleika',
  beginnings: 'leads?q=mar%20sil',
  'one letter': 'leads?q=m',
  nobody: 'leads?q=qwertz',
  'a number': 'leads?q=(11)%2091234-50##',
  'half a number': 'leads?q=91234',
  'last four': 'leads?q=12##',
  'name and source': 'leads?q=gabriel&source=google',
  'name and state': 'leads?q=ana&state=em_conversa',
  applications: 'applications',
  'applications sent': 'applications?stage=sent&source=meta',
  'an address': 'applications?q=pessoa123##@exemplo',
  'applications by name': 'applications?q=rita%20silva',
  sales: 'sales',
  today: 'today',
};

/** Days of the period, so that the newest of it are far from the list's beginning. */
export const day = (ago: number) =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** All that is asked in one round. */
export function askFor(round: number): [string, string][] {
  const fill = (path: string) => path.replace('##', String(10 + round)).replace('#', String(round));
  return [
    ...Object.entries(QUESTIONS).map(([name, path]): [string, string] => [name, fill(path)]),
    ['a month', `leads?from=${day(70)}&until=${day(40)}`],
    ['a month of a campaign', `leads?from=${day(70)}&until=${day(40)}&campaign=campanha-${round}`],
    ['a name of a month', `leads?from=${day(70)}&until=${day(40)}&q=paulo`],
  ];
}
