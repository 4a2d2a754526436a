import './recurring.css';
import { openRecurringApi } from '../api/recurring.ts';
import { openLoop } from '../engine/loop.ts';
import { mountPage, startPage } from '../engine/mount.ts';
import { findWallets } from '../wallet/find-wallets.ts';
import { type FoundWallet, shownWallets } from '../wallet/provider.ts';
import { RECURRING_PROXIES } from '../wallet/trusted-recurring.generated.ts';
import type { PageConfig } from './config.ts';
import { arrive, type World } from './effects.ts';
import { messages } from './messages/en.ts';
import { Page } from './page.tsx';
import type { PageEvent, PageState } from './page-state.ts';
import { initialState, nextState } from './transitions.ts';

function start(root: HTMLElement, config: unknown): void {
  if (!isConfig(config)) return;
  let found: readonly FoundWallet[] = [];
  const initial = initialState(config.token);
  const loop = openLoop<PageState, PageEvent>({
    initial,
    next: nextState,
    show(state, before) {
      const isOtherScreen = before.at !== state.at;
      page.show(state, isOtherScreen);
      if (isOtherScreen) scrollTo({ top: 0 });
    },
    startsAnew,
    enter: (state) => arrive(world, state),
  });
  const frame = {
    config,
    messages,
    dispatch: loop.dispatch,
    copy: (text: string) => void page.copy(text),
  };
  const page = mountPage(root, {
    state: initial,
    draw: (state: PageState, copied) => <Page state={state} frame={{ ...frame, copied }} />,
    titleOf: () => messages.title,
  });
  const world: World = {
    config,
    api: openRecurringApi(config),
    dispatch: loop.dispatch,
    provider: (walletId) => found.find(({ id }) => id === walletId)?.provider,
    contractOf: (id) => config.networks[id]?.recurringProxy ?? RECURRING_PROXIES[id],
    get signal() {
      return loop.signal;
    },
  };

  page.hydrate();
  if (initial.at !== 'opening') return;
  arrive(world, initial);
  void findWallets(config.networks, config.testWallets ?? [], (wallets) => {
    found = wallets;
    loop.dispatch({ type: 'wallets_found', wallets: shownWallets(wallets) });
  });
}

/** A schedule that goes on is read again and again in the same state. */
function startsAnew(before: PageState, after: PageState): boolean {
  if (before.at !== after.at) return true;
  if (before.at === 'going' && after.at === 'going') return before.reads !== after.reads;
  return before.at === 'reading' && after.at === 'reading' && before.tries !== after.tries;
}

/** The page's own server wrote this; only its outline is checked. */
function isConfig(value: unknown): value is PageConfig {
  return typeof value === 'object' && value !== null && 'apiUrl' in value && 'token' in value;
}

startPage('recurring', start);
