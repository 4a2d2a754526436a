import './pay.css';
import { hydrate, render } from 'preact';
import type { Answer } from '../api/answer.ts';
import type { Brand } from './brand.ts';
import type { PageConfig } from './config.ts';
import type { PageController } from './controller.ts';
import { openingMessages } from './messages/en-opening.ts';
import { initialState } from './opening.ts';
import { isFirst, isPlain, Page } from './page.tsx';
import type { PageEvent, PageState } from './page-state.ts';
import type { Frame } from './parts.tsx';

/** How long a copy button says that it has copied, in milliseconds. */
const COPIED_MS = 2_000;

interface InitialData {
  readonly config: PageConfig;
  readonly first: Answer | null;
  readonly brand?: Brand;
}

function start(root: HTMLElement): void {
  const initialData: unknown = JSON.parse(root.dataset['handed'] ?? 'null');
  if (!isInitialData(initialData)) return;
  const { config } = initialData;
  const first = initialData.first ?? undefined;
  let state = initialState(first);
  let frame: Frame = {
    config,
    brand: initialData.brand,
    messages: openingMessages,
    local: false,
    later: undefined,
    more: undefined,
    copied: undefined,
    dispatch: (event: PageEvent) => void controller.then(({ dispatch }) => dispatch(event)),
    copy: (text) => void copy(text),
    print: () => print(),
  };
  const paint = () => render(<Page state={state} frame={frame} />, root);

  function show(next: PageState): void {
    const moved = next.at !== state.at;
    state = next;
    if (!isPlain(state) && frame.more === undefined) void loadMore().then(paint);
    document.title = (state.at === 'done' && frame.later?.titleDone) || openingMessages.title;
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

  async function goOn(): Promise<PageController> {
    const { openController, later } = await import('./controller.ts');
    if (!isPlain(state)) await loadMore();
    frame = { ...frame, later };
    wake();
    const opened = openController({ config, first, state, show });
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
    hydrate(<Page state={state} frame={frame} />, root);
    frame = { ...frame, local: true };
    paint();
  }

  // Screens that come with the later part stay as the server drew them until it is here.
  if (isFirst(state)) wake();
  const controller = goOn();
}

/** The page's own server wrote this; only its outline is looked at. */
function isInitialData(value: unknown): value is InitialData {
  return typeof value === 'object' && value !== null && 'config' in value && 'first' in value;
}

const root = document.getElementById('pay');
if (root !== null) start(root);
