import './pay.css';
import { hydrate, render } from 'preact';
import type { Answer } from '../api/answer.ts';
import type { Brand } from './brand.ts';
import type { PageConfig } from './config.ts';
import type { Journey } from './journey.ts';
import { openVisit } from './opening.ts';
import { isFirst, isPlain, Page } from './page.tsx';
import type { Frame } from './parts.tsx';
import type { Visit, VisitEvent } from './places.ts';
import { openingWords } from './words/en-opening.ts';

/** How long a copy button says that it has copied, in milliseconds. */
const COPIED_MS = 2_000;

interface Handed {
  readonly config: PageConfig;
  readonly first: Answer | null;
  readonly brand?: Brand;
}

function start(root: HTMLElement): void {
  const handed: unknown = JSON.parse(root.dataset['handed'] ?? 'null');
  if (!isHanded(handed)) return;
  const { config } = handed;
  const first = handed.first ?? undefined;
  let visit = openVisit(first);
  let frame: Frame = {
    config,
    brand: handed.brand,
    words: openingWords,
    local: false,
    later: undefined,
    more: undefined,
    copied: undefined,
    tell: (event: VisitEvent) => void journey.then(({ tell }) => tell(event)),
    copy: (text) => void copy(text),
    print: () => print(),
  };
  const paint = () => render(<Page visit={visit} frame={frame} />, root);

  function show(next: Visit): void {
    const moved = next.at !== visit.at;
    visit = next;
    if (!isPlain(visit) && frame.more === undefined) void loadMore().then(paint);
    document.title = (visit.at === 'done' && frame.later?.titleDone) || openingWords.title;
    paint();
    // The button that was pressed may be gone; keyboard and screen reader go on at the heading.
    if (moved) document.getElementById('place')?.focus({ preventScroll: true });
  }

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return;
    }
    frame = { ...frame, copied: text };
    paint();
    setTimeout(() => {
      frame = { ...frame, copied: undefined };
      paint();
    }, COPIED_MS);
  }

  async function goOn(): Promise<Journey> {
    const { openJourney, later } = await import('./journey.ts');
    if (!isPlain(visit)) await loadMore();
    frame = { ...frame, later };
    wake();
    const opened = openJourney({ config, first, visit, show });
    opened.begin();
    return opened;
  }

  /** Most links need none of it. */
  async function loadMore(): Promise<void> {
    const { More } = await import('./screens/more.tsx');
    frame = { ...frame, more: More };
  }

  /** Takes the server's page over; afterwards the payer's browser may add what only it knows. */
  function wake(): void {
    if (frame.local) return;
    hydrate(<Page visit={visit} frame={frame} />, root);
    frame = { ...frame, local: true };
    paint();
  }

  // Screens that come with the later part stay as the server drew them until it is here.
  if (isFirst(visit)) wake();
  const journey = goOn();
}

/** The page's own server wrote this; only its outline is looked at. */
function isHanded(value: unknown): value is Handed {
  return typeof value === 'object' && value !== null && 'config' in value && 'first' in value;
}

const root = document.getElementById('pay');
if (root !== null) start(root);
