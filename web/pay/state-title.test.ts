import { beforeAll, expect, it } from 'vitest';
import { failedTitle } from './crosschain/following.tsx';
import { FOLLOWED } from './crosschain/route-world.ts';
import { SAMPLES } from './gallery/samples.ts';
import { later, loadBilled, loadSafeApp } from './later.tsx';
import type { PageState } from './page-state.ts';
import { pageFrame } from './sample-frame.ts';
import { nextState } from './transitions.ts';

const NAME = 'Payment request from Corner shop';

beforeAll(async () => {
  await Promise.all([loadBilled(), loadSafeApp()]);
});

function sampleOf(name: string) {
  const sample = SAMPLES.find((one) => one.name === name);
  if (sample === undefined) throw new Error(`there is no sample ${name}`);
  return sample;
}

/** What a tab shows of a state before the name of the page. */
function titleOf(state: PageState): string {
  const title = later.titleOf(state, NAME);
  expect(title.endsWith(NAME)).toBe(true);
  return title.slice(0, -NAME.length).replace(/ · $/, '');
}

it.each([
  ['connect', ''],
  ['connect-seen', 'Payment on its way'],
  ['review', 'Review and pay'],
  ['limited', 'Too many requests came from your internet connection'],
  ['framed', 'Nothing can be signed here'],
  ['empty', 'No payment link'],
  ['unsupported', 'This payment cannot be made here'],
  // Each payment has a link of its own there.
  ['bundle-apart', ''],
  ['unreachable', 'Not reachable'],
  ['check-running', 'Your wallet is being checked'],
  ['check-failed', 'Your wallet could not be checked'],
  ['asking', 'Your wallet is being checked'],
  ['preparing', 'Preparing the payment and checking it…'],
  ['stale', 'There is no fresh exchange rate'],
  ['unpayable-payee', 'A recipient cannot be paid'],
  ['route-choose', 'Pay from another network'],
  ['route-following', 'Payment on its way'],
  ['confirming', 'Payment on its way'],
  ['confirming-refused', 'The network did not take this payment'],
  ['done', 'Payment complete'],
  ['done-partly', 'A part of this was paid'],
])('the title of the document says what is true of %s', (name, said) => {
  expect(titleOf(sampleOf(name).state)).toBe(said);
});

it('says of a payment from another network that it did not arrive, and that another one is on its way', () => {
  const { state, route } = sampleOf('route-refunded');
  if (route?.at !== 'following') throw new Error('the sample follows nothing');
  const failed = nextState(state, { ...FOLLOWED, failed: failedTitle(route) });
  expect(titleOf(failed)).toBe('The money came back');
  // It comes on a screen that stays, where nothing else reads it out.
  expect(later.announce(failed, pageFrame([])).text).toBe('The money came back');
  expect(later.announce(state, pageFrame([])).text).toBe('');
  const [intent] = route.intents;
  if (intent === undefined) throw new Error('the sample has no intent');
  const newer = { ...intent, hash: undefined, status: 'source_seen' } as const;
  const again = { ...route, sent: undefined, intents: [newer, intent] };
  expect(titleOf(nextState(failed, { ...FOLLOWED, failed: failedTitle(again) }))).toBe(
    'Payment on its way',
  );
});
