import './onboarding.css';
import { openAuthApi } from '../api/auth.ts';
import { openLoop } from '../engine/loop.ts';
import { mountPage, startPage } from '../engine/mount.ts';
import { findWallets } from '../wallet/find-wallets.ts';
import { type FoundWallet, shownWallets } from '../wallet/provider.ts';
import { testWalletOf } from '../wallet/sign-in-accounts.ts';
import type { PageConfig } from './config.ts';
import { arrive, type World } from './effects.ts';
import { openMemory } from './memory.ts';
import { messages } from './messages/en.ts';
import { Page } from './page.tsx';
import type { PageEvent, PageState } from './page-state.ts';
import { initialState, nextState } from './transitions.ts';

function start(root: HTMLElement, config: unknown): void {
  if (!isConfig(config)) return;
  let found: readonly FoundWallet[] = [];
  let foundOnTron: readonly FoundWallet[] = [];
  const initial = initialState(config.token);
  const loop = openLoop<PageState, PageEvent>({
    initial,
    next: nextState,
    show(state, before) {
      const isOtherScreen = hasMoved(before, state);
      page.show(state, isOtherScreen);
      if (isOtherScreen) scrollTo({ top: 0 });
    },
    startsAnew: hasMoved,
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
    titleOf: ({ at }) => (at === 'done' ? messages.titleDone : messages.title),
  });
  const world: World = {
    config,
    api: openAuthApi(config),
    memory: openMemory(config.token),
    dispatch: loop.dispatch,
    provider: (walletId) => [...found, ...foundOnTron].find(({ id }) => id === walletId)?.provider,
    here: location,
    idempotencyKey: `onboarding-${crypto.randomUUID()}`,
    get signal() {
      return loop.signal;
    },
  };

  page.hydrate();
  if (initial.at !== 'opening') return;
  arrive(world, initial);
  void findWallets(config.networks, (config.testWallets ?? []).map(testWalletOf), (wallets) => {
    found = wallets;
    offer();
  });
  void import('./tron.ts').then(({ findWalletsOnTron }) =>
    findWalletsOnTron(config, (wallets) => {
      foundOnTron = wallets;
      offer();
    }),
  );

  function offer(): void {
    const wallets = shownWallets([...found, ...foundOnTron]);
    loop.dispatch({ type: 'wallets_found', wallets });
  }
}

/** Whether a move leads to a place whose work has to begin, even one of the same name. */
function hasMoved(before: PageState, after: PageState): boolean {
  if (before.at !== after.at) return true;
  return (
    before.at === 'destination' && after.at === 'destination' && before.changing !== after.changing
  );
}

/** The page's own server wrote this; only its outline is checked. */
function isConfig(value: unknown): value is PageConfig {
  return typeof value === 'object' && value !== null && 'authUrl' in value && 'token' in value;
}

startPage('onboarding', start);
