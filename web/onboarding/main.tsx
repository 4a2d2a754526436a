import './onboarding.css';
import { hydrate, render } from 'preact';
import { openAuthApi } from '../api/auth.ts';
import { discoverWallets } from '../wallet/discover.ts';
import type { FoundWallet } from '../wallet/provider.ts';
import { hasTronWallet } from '../wallet/tron.ts';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import type { PageConfig } from './config.ts';
import { arrive, type World } from './effects.ts';
import { openMemory } from './memory.ts';
import { messages } from './messages/en.ts';
import { Page } from './page.tsx';
import type { PageEvent, PageState } from './page-state.ts';
import type { Frame } from './parts.tsx';
import { initialState, nextState } from './transitions.ts';

/** How long a copy button says that it has copied, in milliseconds. */
const COPIED_MS = 2_000;

function start(root: HTMLElement): void {
  const config: unknown = JSON.parse(root.dataset['handed'] ?? 'null');
  if (!isConfig(config)) return;
  let state = initialState(config.token);
  let found: readonly FoundWallet[] = [];
  let frame: Frame = {
    config,
    messages,
    copied: undefined,
    dispatch,
    copy: (text) => void copy(text),
  };
  const world: World = {
    config,
    api: openAuthApi(config),
    memory: openMemory(config.token),
    dispatch,
    provider: (walletId) => found.find(({ id }) => id === walletId)?.provider,
    here: location,
    idempotencyKey: `onboarding-${crypto.randomUUID()}`,
    left: new AbortController(),
  };
  const paint = () => render(<Page state={state} frame={frame} />, root);

  function dispatch(event: PageEvent): void {
    const from = state;
    state = nextState(from, event);
    if (state === from) return;
    document.title = state.at === 'done' ? messages.titleDone : messages.title;
    paint();
    if (!hasMoved(from, state)) return;
    // The button that was pressed may be gone; keyboard and screen reader go on at the heading.
    document.getElementById('place')?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
    world.left.abort();
    world.left = new AbortController();
    arrive(world, state);
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

  hydrate(<Page state={state} frame={frame} />, root);
  if (state.at !== 'opening') return;
  arrive(world, state);
  void findWallets(config, (wallets) => {
    found = wallets;
    const offered = wallets.map(({ id, name, icon }) => ({ id, name, icon }));
    dispatch({ type: 'wallets_found', wallets: offered, tron: hasTronWallet() });
  });
}

/** Whether a move leads to a place whose work has to begin, even one of the same name. */
function hasMoved(before: PageState, after: PageState): boolean {
  if (before.at !== after.at) return true;
  return (
    before.at === 'destination' && after.at === 'destination' && before.changing !== after.changing
  );
}

/** In the sandbox the test accounts join the visitor's own wallets before anybody looks. */
async function findWallets(
  config: PageConfig,
  dispatch: (wallets: readonly FoundWallet[]) => void,
): Promise<void> {
  const { testWallets = [], networks } = config;
  if (testWallets.length > 0) {
    const { announceTestWallet } = await import('../wallet/test-wallet.ts');
    const rpcPaths = new Map<number, string>();
    for (const [id, { rpcPath }] of Object.entries(networks)) {
      const chainId = TRUSTED[id]?.chainId;
      if (chainId === undefined || rpcPath === undefined) continue;
      rpcPaths.set(chainId, new URL(rpcPath, location.href).href);
    }
    const [chainId = 0] = rpcPaths.keys();
    for (const { id, address, privateKey } of testWallets) {
      const account = messages.testWallet.accounts[id] ?? id;
      const name = messages.testWallet.name(account, shorten(address));
      const said = { ...messages.testWallet, name };
      announceTestWallet({ privateKey, rpcPaths, chainId, messages: said, account: id });
    }
  }
  discoverWallets(dispatch);
}

/** The two ends of an address, for a button; what is signed shows all of it. */
function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** The page's own server wrote this; only its outline is looked at. */
function isConfig(value: unknown): value is PageConfig {
  return typeof value === 'object' && value !== null && 'authUrl' in value && 'token' in value;
}

const root = document.getElementById('onboarding');
if (root !== null) start(root);
