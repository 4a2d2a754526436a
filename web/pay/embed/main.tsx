import './embed.css';
import { openApi } from '../../api/client.ts';
import { isWalletConnected } from '../../api/embedding.ts';
import { openLoop, runLater } from '../../engine/loop.ts';
import { member } from '../../engine/members.ts';
import { mountPage, startPage } from '../../engine/mount.ts';
import type { Answer } from '../../engine/request.ts';
import { embedMessages } from '../messages/en/embed.ts';
import type { FrameConfig } from './config.ts';
import { Frame } from './frame.tsx';
import {
  eventsBetween,
  type FrameEvent,
  type FrameState,
  firstFrame,
  nextFrame,
} from './frame-state.ts';
import { openShopChannel } from './shop-channel.ts';

interface Handed {
  readonly config: FrameConfig;
  readonly first: Answer;
  /** Whether the link is of Tron, whose network is loaded for such links only. */
  readonly tron?: true;
}

async function start(root: HTMLElement, handed: unknown): Promise<void> {
  if (!isHanded(handed)) return;
  const { config, first } = handed;
  if (handed.tron) await import('../../wallet/tron/tron-network.ts');
  const api = openApi(config);
  const initial = firstFrame(first);
  const loop = openLoop<FrameState, FrameEvent>({
    initial,
    next: nextFrame,
    show(state, before) {
      // The focus stays where it is: mostly in the shop’s page.
      page.show(state, false);
      report(before, state);
    },
    startsAnew: () => true,
    enter: follow,
  });
  const channel = openShopChannel({
    origins: config.shopOrigins,
    onHello() {
      report(undefined, loop.state);
      reportSize();
    },
  });
  let fragment = '';
  const page = mountPage(root, {
    state: initial,
    draw: (state: FrameState) => (
      <Frame
        state={state}
        config={config}
        fragment={fragment}
        onOpen={() => loop.dispatch({ type: 'opened' })}
      />
    ),
    titleOf: () => embedMessages.title,
  });

  function report(before: FrameState | undefined, state: FrameState): void {
    if (before?.at !== state.at) channel.send({ type: 'florin:status', status: state.at });
    for (const event of eventsBetween(before, state)) channel.send({ type: 'florin:event', event });
  }

  function reportSize(): void {
    const { height } = document.body.getBoundingClientRect();
    channel.send({ type: 'florin:size', height: Math.ceil(height) });
  }

  function follow({ waitMs }: FrameState): void {
    const { signal } = loop;
    runLater(signal, waitMs, () => void read(signal));
  }

  async function read(signal: AbortSignal): Promise<void> {
    const isKnown = loop.state.isWalletConnected;
    const [answer, isConnected] = await Promise.all([
      api.view(),
      isKnown || isWalletConnected(config),
    ]);
    if (signal.aborted) return;
    loop.dispatch({ type: 'read', answer, isWalletConnected: isConnected });
  }

  page.hydrate();
  // What is behind `#` is known to browsers only, and what is hydrated is never compared: it takes a second look.
  fragment = location.hash;
  page.paint();
  new ResizeObserver(reportSize).observe(document.body);
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') channel.send({ type: 'florin:close' });
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) loop.dispatch({ type: 'returned' });
  });
  follow(initial);
}

/** The page's own server wrote this; only its outline is checked. */
function isHanded(value: unknown): value is Handed {
  return member(value, 'config') !== undefined && member(value, 'first') !== undefined;
}

startPage('embed', start);
