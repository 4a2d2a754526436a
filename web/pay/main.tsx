import './pay.css';
import { mountPage, startPage } from '../engine/mount.ts';
import type { Answer } from '../engine/request.ts';
import type { PageConfig } from './config.ts';
import type { PageController } from './controller.ts';
import { openingMessages } from './messages/en/opening.ts';
import { initialState } from './opening.ts';
import { isFirst, isPlain, Page } from './page.tsx';
import type { PageEvent, PageState } from './page-state.ts';
import type { Frame } from './parts.tsx';

interface InitialData {
  /** What the document is called until the payment is complete. */
  readonly title: string;
  readonly config: PageConfig;
  readonly first: Answer | null;
  /** Whether the link is of Tron, whose code is loaded for such links only. */
  readonly tron?: true;
}

async function start(root: HTMLElement, handed: unknown): Promise<void> {
  if (!isInitialData(handed)) return;
  const { config, title } = handed;
  if (handed.tron) await import('../wallet/tron/tron-network.ts');
  const first = handed.first ?? undefined;
  let state = initialState(first, window.takeFirstWallets?.().kept);
  /** What stands above the page. */
  let showProgress: ((shown: PageState) => void) | undefined;
  let frame: Omit<Frame, 'copied'> = {
    config,
    messages: openingMessages,
    local: false,
    later: undefined,
    more: undefined,
    dispatch: (event: PageEvent) => void controller.then(({ dispatch }) => dispatch(event)),
    copy: (text) => void page.copy(text),
    print: () => print(),
  };
  const page = mountPage(root, {
    state,
    draw: (shown: PageState, copied) => <Page state={shown} frame={{ ...frame, copied }} />,
    titleOf: (shown: PageState) => frame.later?.titleOf(shown, title) ?? title,
  });

  function show(next: PageState): void {
    const isOtherScreen = next.at !== state.at;
    state = next;
    if (!isPlain(state) && !frame.more) void loadMore().then(page.paint);
    page.show(state, isOtherScreen);
    showProgress?.(state);
  }

  async function goOn(): Promise<PageController> {
    const { openController, later, showProgress: progress } = await import('./controller.ts');
    showProgress = progress;
    showProgress(state);
    if (!isPlain(state)) await loadMore();
    frame = { ...frame, later };
    wake();
    const opened = openController({ config, first, state, show });
    // No press is answered before what this browser and its tab remember is known.
    await opened.begin();
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
    page.hydrate();
    frame = { ...frame, local: true };
    page.paint();
  }

  // Screens that come with the later part stay as the server rendered them until it is here.
  if (isFirst(state)) wake();
  const controller = goOn();
}

/** The page's own server wrote this; only its outline is checked. */
function isInitialData(value: unknown): value is InitialData {
  return typeof value === 'object' && value !== null && 'config' in value && 'first' in value;
}

startPage('pay', start);
