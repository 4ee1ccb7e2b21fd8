import { type Browser, type CDPSession, chromium, devices, type Page } from '@playwright/test';
import { chromiumOptions } from '../testkit/chromium.ts';
import { Funil } from '../testkit/funil.ts';
import { summarize, type Table } from './load.ts';

const CPU_SLOWDOWN = 4;
/** Work until this time counts as the cost of a press. */
const WINDOW_MS = 600;
const PAUSE_MS = 300;

interface TraceEvent {
  name: string;
  /** Phase of the trace event: `X` for an event with a duration. */
  ph: string;
  /** Start, in microseconds. */
  ts: number;
  dur?: number;
  /** CPU time of the thread, in microseconds, without waiting for other programs. */
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string; elementCount?: number; data?: { type?: string } };
}

/** Main thread work in ms, and the number of restyled elements. */
interface Work {
  total: number;
  longest: number;
  style: number;
  elements: number;
}

const durationMs = ({ tdur, dur = 0 }: TraceEvent) => (tdur ?? dur) / 1000;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function trace(session: CDPSession, run: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] },
  });
  await run();
  const isComplete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await isComplete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

/** Returns the main thread's events from the first touch on, or all events if there is none. */
function findEventsSinceTouch(events: readonly TraceEvent[]): TraceEvent[] {
  const main = events.find(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const mainEvents = events.filter(
    ({ ph, pid, tid }) => ph === 'X' && pid === main?.pid && tid === main.tid,
  );
  const touch = mainEvents.find(
    ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'pointerdown',
  );
  return mainEvents.filter(({ ts, dur = 0 }) => ts + dur >= (touch?.ts ?? 0));
}

/** Measures the main thread while `run` touches the page and waits. */
async function measureWork(session: CDPSession, run: () => Promise<void>): Promise<Work> {
  const events = findEventsSinceTouch(await trace(session, run));
  const tasks = events
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .map(durationMs);
  const styles = events.filter(({ name }) => name === 'UpdateLayoutTree');
  return {
    total: sum(tasks),
    longest: Math.max(0, ...tasks),
    style: sum(styles.map(durationMs)),
    elements: sum(styles.map(({ args }) => args.elementCount ?? 0)),
  };
}

interface Phone {
  page: Page;
  session: CDPSession;
  /** Measures a tap on the first matching element, or an idle page for `null`. */
  press(selector: string | null): Promise<Work>;
}

/** Avoids Playwright's locators, which install touch listeners in the page. */
async function findMiddle(page: Page, selector: string): Promise<[number, number]> {
  return page.evaluate((target) => {
    const box = document.querySelector(target)?.getBoundingClientRect();
    if (!box?.width) throw new Error(`${target} is missing`);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, selector);
}

/** Opens the page on a phone and scrolls to a section's button. */
async function openAt(browser: Browser, url: string, section: string): Promise<Phone> {
  const context = await browser.newContext({ ...devices['Pixel 7'] });
  const page = await context.newPage();
  await page.route('https://checkout.example/**', (route) => route.fulfill({ body: '' }));
  const session = await context.newCDPSession(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  // Content above the button may still change its position.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await page.evaluate((name) => {
      const opener = document.querySelector(`[data-section="${name}"] [data-opens]`);
      opener?.scrollIntoView({ block: 'center', behavior: 'instant' });
    }, section);
    await page.waitForTimeout(2 * PAUSE_MS);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return {
    page,
    session,
    async press(selector) {
      const middle = selector && (await findMiddle(page, selector));
      await page.waitForTimeout(PAUSE_MS);
      return measureWork(session, async () => {
        if (middle) await page.touchscreen.tap(...middle);
        await page.waitForTimeout(WINDOW_MS);
      });
    },
  };
}

/** Fills in fields with the events that React listens to. */
async function fill({ page }: Phone, values: Record<string, string>): Promise<void> {
  await page.evaluate((fields) => {
    for (const [name, value] of Object.entries(fields)) {
      const field = document.querySelector<HTMLInputElement>(`dialog[open] [name="${name}"]`);
      if (!field) throw new Error(`${name} is missing`);
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
      set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, values);
  await page.waitForTimeout(PAUSE_MS);
}

type Flow = [press: string, selector: string | null, typedBefore?: Record<string, string>][];

const NEXT = '#application-modal .application-navigation .button-primary';
const APPLICATION: Flow = [
  ['idle, application section', null],
  ['open the application', '[data-section="aplicacao"] [data-opens]'],
  ['APLICAR', '#application-modal .application-start .button-primary'],
  [
    'Próximo, 1 → 2',
    NEXT,
    { nome: 'Ana Souza', email: 'ana@souza.com.br', whatsapp: '11987654321' },
  ],
  ['Próximo, 2 → 3', NEXT, { empresa: 'Souza', cargo: 'sócia', faturamento: '10k-30k' }],
  [
    'Próximo, 3 → 4',
    NEXT,
    { principais_desafios: 'Ninguém sabe o que eu faço.', cronograma: '1ano' },
  ],
  ['Voltar, 4 → 3', '#application-modal .application-navigation .button-outline'],
  ['Próximo, 3 → 4 again', NEXT],
  ['ENVIAR APLICAÇÃO', NEXT],
  ['back to the page', '#application-modal .application-success button'],
];
const LEAD: Flow = [
  ['open the lead dialog', '[data-section="oferta"] [data-opens]'],
  [
    'Continuar para o pagamento',
    '#lead-dialog [type="submit"]',
    { nome: 'Ana Souza', telefone: '11987654321' },
  ],
];

/** Measures the main thread for each press of both flows, on a phone with a CPU four times slower. */
export async function benchPresses(rounds: number): Promise<Table> {
  await using funil = new Funil();
  await funil.start();
  const browser = await chromium.launch(chromiumOptions('benchmarks'));
  const works = new Map<string, Work[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [section, flow] of [
      ['aplicacao', APPLICATION],
      ['oferta', LEAD],
    ] as const) {
      const phone = await openAt(browser, funil.url, section);
      for (const [name, selector, typed] of flow) {
        if (typed) await fill(phone, typed);
        works.set(name, [...(works.get(name) ?? []), await phone.press(selector)]);
      }
      await phone.page.context().close();
    }
  }
  await browser.close();
  const columns = (list: Work[]) => ({
    'main thread ms': summarize(list.map(({ total }) => total)),
    'longest task ms': summarize(list.map(({ longest }) => longest)),
    'style ms': summarize(list.map(({ style }) => style)),
    'elements styled': summarize(list.map(({ elements }) => elements)),
  });
  return Object.fromEntries([...works].map(([name, list]) => [name, columns(list)]));
}
