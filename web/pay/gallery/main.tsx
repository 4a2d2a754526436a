import '../pay.css';
import { render } from 'preact';
import '../../wallet/tron/tron-network.ts';
import { iconsOf } from '../asset-icons.ts';
import { Following } from '../crosschain/following.tsx';
import { RouteScreen } from '../crosschain/screens.tsx';
import { later, loadBilled, loadSafeApp } from '../later.tsx';
import { merchantOf } from '../merchant.ts';
import { MerchantHead } from '../merchant-head.tsx';
import '../other-ways/other-ways.tsx';
import { linkOf, Page } from '../page.tsx';
import type { LaterFrame } from '../parts.tsx';
import { deadlineOf } from '../progress/deadline.ts';
import { Progress } from '../progress/progress.tsx';
import { stagesOf } from '../progress/stages.ts';
import { ReceiptLink } from '../receipt-link.tsx';
import { loadSafe } from '../safe-part.ts';
import { pageFrame } from '../sample-frame.ts';
import { More } from '../screens/more.tsx';
import { type AnySample, firstAnswer, NOW_MS } from './sample.ts';
import { SAMPLES } from './samples.ts';

/** One state of the page, made of the same parts as the page of a payer. */
function State({ sample }: { readonly sample: AnySample }) {
  const { state, first = firstAnswer(), before, isServers = false } = sample;
  const frame: LaterFrame = {
    ...pageFrame(['base', 'mainnet', 'arbitrum-one', 'optimism', 'sepolia']),
    local: !isServers,
    later: {
      ...later,
      screen: (shown, own) => routeScreen(sample, frame) ?? later.screen(shown, own),
    },
    more: More,
  };
  const merchant = merchantOf(first);
  const isKnown = first.status === 200 || first.status === 423;
  return (
    <>
      {merchant && <MerchantHead merchant={merchant} />}
      {isKnown && (
        <div id="progress">
          <Progress
            state={state}
            stages={stagesOf(state, before)}
            deadlineMs={deadlineOf(first)}
            nowMs={NOW_MS}
            isLocal={!isServers}
          />
        </div>
      )}
      <div id="pay" {...iconsOf(linkOf(state))}>
        <Page state={state} frame={frame} />
      </div>
      {state.at !== 'empty' && <ReceiptLink token={frame.config.token} />}
    </>
  );
}

/** Paying from another network has states of its own, which its part of the page keeps to itself. */
function routeScreen({ state, route }: AnySample, frame: LaterFrame) {
  if (route === undefined || state.at !== 'crosschain' || state.link === undefined)
    return undefined;
  const { link } = state;
  const still = () => undefined;
  const press = { onPick: still, onChoose: still, onGo: still, onRefresh: still, onLeave: still };
  return route.at === 'following' ? (
    <Following route={route} link={link} frame={frame} onLeave={still} />
  ) : (
    <RouteScreen
      route={route}
      state={{ ...state, link }}
      frame={frame}
      safe={undefined}
      {...press}
    />
  );
}

/** Shows the state that the address names behind `#`, or the list of all. */
async function show(): Promise<void> {
  const name = location.hash.slice(1);
  const sample = SAMPLES.find((one) => one.name === name);
  await Promise.all([loadBilled(), loadSafe(), loadSafeApp()]);
  // Parts of a page keep something to themselves, which would be that of the state before.
  render(null, document.body);
  render(sample ? <State sample={sample} /> : <List />, document.body);
}

/** What `scripts/picture-states.ts` takes pictures of. */
function List() {
  const list = SAMPLES.map(({ name, when, state, isMain = false }) => ({
    ...{ name, at: state.at, when, isMain },
  }));
  return <pre>{JSON.stringify(list)}</pre>;
}

addEventListener('hashchange', () => void show());
await show();
