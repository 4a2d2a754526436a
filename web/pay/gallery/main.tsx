import '../pay.css';
import { render } from 'preact';
import '../../wallet/tron/tron-network.ts';
import { member, texts } from '../../engine/members.ts';
import { BRAND_COLORS, brandStyle } from '../../ui/brand-style.ts';
import { iconsOf } from '../asset-icons.ts';
import { readBrand } from '../brand.ts';
import { Following } from '../crosschain/following.tsx';
import { loadSafeRoute } from '../crosschain/safe-route-part.ts';
import { RouteScreen } from '../crosschain/screens.tsx';
import { loadElsewhere } from '../elsewhere.tsx';
import embedStyle from '../embed/embed.css?inline';
import { loadExpected } from '../expected-part.ts';
import { Foot } from '../foot.tsx';
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
  const { state, first = firstAnswer(), before, whole, isServers = false } = sample;
  if (whole !== undefined) return whole.show(embedStyle);
  const frame: LaterFrame = {
    ...pageFrame(['base', 'mainnet', 'arbitrum-one', 'optimism', 'sepolia']),
    local: !isServers,
    later: {
      ...later,
      screen: (shown, own) =>
        sample.screen?.(frame) ?? routeScreen(sample, frame) ?? later.screen(shown, own),
    },
    more: More,
  };
  const merchant = merchantOf(first);
  const brand = readBrand(first);
  const isKnown = first.status === 200 || first.status === 423;
  return (
    <>
      {brand && <style>{brandStyle(texts(member(first.body, 'branding'), BRAND_COLORS))}</style>}
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
      {brand && <Foot brand={brand} languages={[]} />}
      {state.at !== 'empty' && <ReceiptLink token={frame.config.token} />}
    </>
  );
}

/** Paying from another network has states of its own, which its part of the page keeps to itself. */
function routeScreen({ state, route, safe }: AnySample, frame: LaterFrame) {
  if (route === undefined || state.at !== 'crosschain' || state.link === undefined)
    return undefined;
  const { link } = state;
  const still = () => undefined;
  const press = { onPick: still, onChoose: still, onGo: still, onRefresh: still, onLeave: still };
  return route.at === 'following' ? (
    <Following route={route} link={link} frame={frame} onLeave={still} />
  ) : (
    <RouteScreen route={route} state={{ ...state, link }} frame={frame} safe={safe} {...press} />
  );
}

/** Shows the state of a name, which the address has behind `#`, or the list of all. */
async function show(name: string): Promise<void> {
  const sample = SAMPLES.find((one) => one.name === name);
  await Promise.all([
    ...[loadBilled(), loadElsewhere(), loadExpected()],
    ...[loadSafe(), loadSafeApp(), loadSafeRoute()],
  ]);
  // Parts of a page keep something to themselves, which would be that of the state before.
  render(null, document.body);
  render(sample ? <State sample={sample} /> : <List />, document.body);
}

/** What `scripts/picture-states.ts` takes pictures of. */
function List() {
  const list = SAMPLES.map(({ name, when, state, whole, isMain = false }) => ({
    ...{ name, at: whole?.at ?? state.at, when, isMain },
  }));
  return <pre>{JSON.stringify(list)}</pre>;
}

// As the document of a page says of itself.
document.documentElement.dataset['painted'] = '';
addEventListener('hashchange', () => void show(location.hash.slice(1)));
// Tests show one state after the other without an address for each.
Reflect.set(globalThis, 'showSample', show);
await show(location.hash.slice(1));
